// The sheet of a match that was just opened: everybody's link, at a tap. Its tokens stay in this page, until it is left.

import { Service } from "../shared/service.js";
import { Links } from "./links.js";

const html = document.documentElement;

/** @param {string} id */
const part = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * @param {any} match as it was opened, with its tokens
 * @param {string} title of its game
 * @param {Record<string, string>} said
 */
export function showSheet(match, title, said) {
  const prefix = html.dataset.prefix ?? "";
  const links = new Links(new Service(prefix, match.id, null, html.lang), part("handed"), said);
  const { tokens } = match;
  const people = match.seats.map((/** @type {any} */ one) => ({ name: one.name, role: "seat", token: tokens.seats[one.seat] }));
  const roles = ["arbiter", "host", ...(match.mode === "recorded" ? ["scribe"] : []), "spectator"];
  const officials = roles.map((role) => ({ name: said[`role-${role}`] ?? role, role, token: tokens[role] }));
  part("names").replaceChildren(...people.map((/** @type {any} */ person) => links.button(person)));
  part("officials").replaceChildren(...officials.map((person) => links.button(person)));
  part("watch").href = `${prefix}/matches/${match.id}${html.dataset.kept ?? ""}`;
  part("print").addEventListener("click", () => void links.print(people, part("slips"), title));
  part("sheet").hidden = false;
  part("sheet-title").focus();
  addEventListener("beforeunload", (event) => event.preventDefault());
}
