// What there was with a player, at the tables whose links this device holds: nobody but this browser puts it together.

import { part, said } from "../shared/page.js";
import { query } from "../shared/service.js";
import { tokenFor } from "./kept.js";

/** @typedef {import("./polling.js").Row} Row */

const same = (/** @type {string} */ name) => name.normalize("NFKC").trim().toLowerCase();

export class History {
  /** @param {string} prefix @param {string} language @param {Row[]} rows */
  constructor(prefix, language, rows) {
    this.prefix = prefix;
    this.language = language;
    this.rows = rows;
    part("history").addEventListener("toggle", () => this.#names());
    part("sought").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#show(part("player").value);
    });
  }

  #names() {
    const names = new Set(this.rows.flatMap(({ known }) => known?.match.seats ?? []).map(({ name }) => name).filter((name) => typeof name === "string"));
    part("players").replaceChildren(...[...names].sort().map((name) => new Option("", name)));
  }

  /** @param {string} name */
  async #show(name) {
    const found = [];
    for (const row of this.rows) {
      const seats = (row.known?.match.seats ?? []).filter((/** @type {any} */ one) => same(String(one.name)) === same(name));
      for (const { seat } of seats) found.push(await this.#of(row, seat));
    }
    const nothing = Object.assign(document.createElement("p"), { textContent: said["desk-no-history"] });
    part("found").replaceChildren(...(found.length ? found : [nothing]));
  }

  /** What there was with a seat of a table. @param {Row} row @param {number} seat */
  async #of(row, seat) {
    const headers = { Accept: "application/json", Authorization: `Bearer ${tokenFor(row.match)}` };
    const answer = await fetch(`${this.prefix}/v1/matches/${row.match}/audit`, { headers, cache: "no-store" }).catch(() => null);
    const part_ = document.createElement("section");
    part_.append(Object.assign(document.createElement("h3"), { textContent: row.label }));
    if (!answer?.ok) {
      part_.append(Object.assign(document.createElement("p"), { textContent: said["connection-lost"] }));
      return part_;
    }
    const entries = entriesOf(await answer.json(), seat);
    const list = part_.appendChild(document.createElement("ul"));
    for (const { version, kind, rule, status, reason } of entries) {
      const link = list.appendChild(document.createElement("li")).appendChild(document.createElement("a"));
      link.href = `${this.prefix}/desk/${row.match}${query({ at: version, lang: new URLSearchParams(location.search).get("lang") })}`;
      const text = typeof reason === "string" ? `“${reason}”` : "";
      link.textContent = [said[kind] ?? kind, rule, said[`is-${status}`], text].filter(Boolean).join(" ");
    }
    if (!entries.length) part_.append(Object.assign(document.createElement("p"), { textContent: said["audit-nothing"] }));
    return part_;
  }
}

/**
 * What the audit says of a seat, by version.
 * @param {any} audit @param {number} seat
 */
export function entriesOf(audit, seat) {
  const entries = [
    ...audit.calls.filter((/** @type {any} */ { by }) => by?.seat === seat).map((/** @type {any} */ one) => ({ ...one, kind: "desk-call" })),
    ...audit.accusations.filter((/** @type {any} */ { accused }) => accused === seat).map((/** @type {any} */ one) => ({ ...one, kind: "desk-accusation" })),
    ...audit.findings.filter((/** @type {any} */ one) => one.seat === seat).map((/** @type {any} */ one) => ({ ...one, version: one.complete, kind: "desk-finding" })),
    ...audit.appeals.filter((/** @type {any} */ { by }) => by?.seat === seat).map((/** @type {any} */ one) => ({ ...one, kind: "desk-appeal" })),
    ...audit.take_backs.filter((/** @type {any} */ one) => one.seat === seat).map((/** @type {any} */ one) => ({ ...one, status: one.outcome, kind: "audit-take-backs" })),
  ];
  return entries.sort((one, other) => one.version - other.version);
}
