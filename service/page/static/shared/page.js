// What every module of the page of a match needs: its elements, its words, and the service with the reader's token.

import { readUntil } from "./position.js";
import { Service, Unanswered } from "./service.js";
import { tokenOf } from "./tokens.js";

export const html = document.documentElement;

/** @type {Record<string, string>} what the page says: name → text */
export const said = JSON.parse(document.getElementById("said")?.textContent ?? "{}");

export const token = tokenOf(html.dataset.match ?? "");

export const service = new Service(html.dataset.prefix ?? "", html.dataset.match ?? "", token, html.lang);

service.until = readUntil();

/** The element with an id. @param {string} id */
export const part = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * Who the official is that uses this page; null where it does not ask for that. Without a name nothing is sent.
 * @returns {string | null}
 */
export function myName() {
  const field = part("my-name");
  if (field && !field.reportValidity()) throw new Error(said["desk-who"]);
  return field ? field.value.trim() : null;
}

/** What went wrong, in words. @param {any} problem @returns {string} */
export function wording(problem) {
  if (problem instanceof Unanswered) return said["no-answer"] ?? "";
  if (problem.code === "version-moved") return said["moved-on"] ?? "";
  // What a field is called on the wire is nothing for people.
  const wrong = Object.values(problem.errors ?? {}).flat();
  return problem.code === "invalid" && wrong.length ? wrong.join(" ") : problem.message;
}

/** What went wrong, for the reader. @param {any} problem */
export function told(problem) {
  return Object.assign(document.createElement("p"), { role: "alert", textContent: wording(problem) });
}

/** Say something that the reader should know, until something else is said. @param {string} text */
export function notify(text) {
  part("notice").textContent = text;
}

/** Put a text where the reader can paste it from, and say so; where browsers forbid that, show it. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notify(said.copied ?? "");
  } catch {
    notify(`${said["copy-it"]} ${text}`); // without TLS there is no clipboard, or the reader has forbidden it
  }
}

/** Give the reader a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
