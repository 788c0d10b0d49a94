// What every module of the page of a match needs: its elements, its words, and the service with the reader's token.

import { readUntil } from "./position.js";
import { Service } from "./service.js";
import { tokenOf } from "./tokens.js";

export const html = document.documentElement;

/** @type {Record<string, string>} what the page says: name → text */
export const said = JSON.parse(document.getElementById("said")?.textContent ?? "{}");

export const token = tokenOf(html.dataset.match ?? "");

export const service = new Service(html.dataset.prefix ?? "", html.dataset.match ?? "", token, html.lang);

service.until = readUntil();

/** The element with an id. @param {string} id */
export const part = (id) => /** @type {any} */ (document.getElementById(id));

/** What went wrong, for the reader. @param {any} problem */
export function told(problem) {
  return Object.assign(document.createElement("p"), { role: "alert", textContent: problem.message });
}
