// What there was with a player, at the tables whose links this device holds: nobody but this browser puts it together.

import { part, said } from "../shared/page.js";
import { heard, quoted, sittingsOf } from "../shared/people.js";
import { query } from "../shared/service.js";
import { tokenFor } from "./kept.js";

/** @typedef {import("./polling.js").Row} Row */
/** @typedef {{seat: number, name?: unknown, after: number, until: number}} Sitting */

export class History {
  /** @param {string} prefix @param {string} language @param {Row[]} rows */
  constructor(prefix, language, rows) {
    this.prefix = prefix;
    this.language = language;
    this.rows = rows;
    this.turn = 0;
    part("history").addEventListener("toggle", () => this.#names());
    part("sought").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#show(part("player").value);
    });
  }

  #names() {
    const sat = this.rows.flatMap(({ known }) => known?.match.seats ?? []).flatMap(sittingsOf);
    const names = new Set(sat.map(({ name }) => name).filter((name) => typeof name === "string"));
    part("players").replaceChildren(...[...names].sort().map((name) => new Option("", name)));
  }

  /** @param {string} name */
  async #show(name) {
    this.turn += 1;
    const { turn } = this;
    const found = [];
    for (const row of this.rows) {
      if (row.known === null) found.push(section(row, Object.assign(document.createElement("p"), { textContent: said["desk-unread-table"] })));
      const sat = (row.known?.match.seats ?? []).flatMap(sittingsOf).filter((/** @type {Sitting} */ one) => heard(one.name) === heard(name));
      if (sat.length) found.push(await this.#of(row, sat));
    }
    if (turn !== this.turn) return;
    const nothing = Object.assign(document.createElement("p"), { textContent: said["desk-no-history"] });
    part("found").replaceChildren(...(found.length ? found : [nothing]));
  }

  /** What there was with somebody at a table, who sat there so often. @param {Row} row @param {Sitting[]} sat */
  async #of(row, sat) {
    const headers = { Accept: "application/json", Authorization: `Bearer ${tokenFor(row.match)}` };
    const answer = await fetch(`${this.prefix}/v1/matches/${row.match}/audit`, { headers, cache: "no-store" }).catch(() => null);
    const audit = answer?.ok ? await answer.json().catch(() => null) : null;
    if (audit === null) return section(row, Object.assign(document.createElement("p"), { textContent: said["desk-unread-table"] }));
    const entries = entriesOf(audit, sat);
    const list = document.createElement("ul");
    const part_ = section(row, list);
    for (const { version, kind, rule, status, reason } of entries) {
      const link = list.appendChild(document.createElement("li")).appendChild(document.createElement("a"));
      link.href = `${this.prefix}/desk/${row.match}${query({ at: version, lang: new URLSearchParams(location.search).get("lang") })}`;
      const text = typeof reason === "string" ? quoted(reason) : "";
      link.textContent = [said[kind] ?? kind, rule, said[`is-${status}`], text].filter(Boolean).join(" ");
    }
    if (!entries.length) part_.append(Object.assign(document.createElement("p"), { textContent: said["audit-nothing"] }));
    return part_;
  }
}

/** The part about a table. @param {Row} row @param {HTMLElement} content */
function section({ label }, content) {
  const made = document.createElement("section");
  made.append(Object.assign(document.createElement("h3"), { textContent: label }), content);
  return made;
}

/**
 * What the audit says of somebody, by version: of the seats where they sat, what was done while they did.
 * @param {any} audit @param {Sitting[]} sat
 */
export function entriesOf(audit, sat) {
  const theirs = (/** @type {number | null | undefined} */ seat, /** @type {number} */ version) =>
    sat.some((one) => one.seat === seat && one.after < version && version <= one.until);
  const done = (/** @type {any} */ { version, decisions }) => (decisions?.length ? Math.max(...decisions) : version);
  const by = (/** @type {any} */ one) => theirs(one.by?.seat, one.version);
  const entries = [
    ...audit.calls.filter(by).map((/** @type {any} */ one) => ({ ...one, kind: "desk-call" })),
    ...audit.accusations.filter((/** @type {any} */ one) => theirs(one.accused, done(one))).map((/** @type {any} */ one) => ({ ...one, kind: "desk-accusation" })),
    ...audit.findings.filter((/** @type {any} */ one) => theirs(one.seat, one.complete)).map((/** @type {any} */ one) => ({ ...one, version: one.complete, kind: "desk-finding" })),
    ...audit.appeals.filter(by).map((/** @type {any} */ one) => ({ ...one, kind: "desk-appeal" })),
    ...audit.take_backs.filter((/** @type {any} */ one) => theirs(one.seat, one.version)).map((/** @type {any} */ one) => ({ ...one, status: one.outcome, kind: "audit-take-backs" })),
  ];
  return entries.sort((one, other) => one.version - other.version);
}
