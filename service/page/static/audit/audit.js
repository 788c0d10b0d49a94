// How the match was played: findings, accusations, rulings, appeals, corrections, each with the decisions it is about.

import { buttonTo, named } from "../shared/buttons.js";
import { nameThen, quoted } from "../shared/people.js";
import { query } from "../shared/service.js";

const SECTIONS = [
  "findings", "calls", "countersignatures", "accusations", "rulings", "appeals", "corrections", "take_backs", "reminders", "erased",
];

/** What an entry says besides: member → the name of its label. A version, or several, become decisions. */
const DECISIONS = {
  decisions: "evidence",
  about: "about",
  disputed: "disputed",
  ruling: "ruling",
  answer: "answer",
  attended: "attended",
  ended: "ended",
  upto: "upto",
  lapsed_by: "lapsed-by",
  reverses: "reverses",
  reversed_by: "reversed-by",
  struck: "struck",
  replaced: "replaced",
  counts_again: "again",
};

/** @param {any} entry */
const placeOf = (entry) => entry.version ?? entry.complete ?? entry.decisions?.[0] ?? 0;

/** The versions in a member: alone, in a list, or in what says more of each. @param {any} value @returns {number[]} */
const versionsIn = (value) => [value ?? []].flat().map((one) => (typeof one === "object" ? one.decision : one));

/** @param {string} at */
const dayOf = (at) => new Date(at).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });

export class Audit {
  /**
   * @param {import("../shared/service.js").Service} service
   * @param {HTMLElement} place
   * @param {Record<string, string>} said
   * @param {(version: number) => void} go
   * @param {(version: number) => string} sentence
   */
  constructor(service, place, said, go, sentence) {
    this.service = service;
    this.place = place;
    this.said = said;
    this.go = go;
    this.sentence = sentence;
    /** @type {Record<string, string>} */
    this.rules = {};
    /** @type {import("../shared/people.js").Seat[]} */
    this.seats = [];
    this.at = -1;
  }

  /**
   * Read it for a viewer, show it, and say where on the time line its entries are.
   * @param {string} as
   * @returns {Promise<{judgement: number[], correction: number[]}>}
   */
  async show(as) {
    const found = await this.service.read(`/audit${query({ as })}`);
    const parts = SECTIONS.filter((name) => found[name].length).map((name) => this.#part(name, found[name]));
    if (found.looks?.length) parts.push(this.#looks(found.looks));
    const nothing = Object.assign(document.createElement("p"), { textContent: this.said["audit-nothing"] });
    this.place.replaceChildren(...(parts.length ? parts : [nothing]));
    this.mark(this.at);
    const places = (/** @type {string[]} */ names) => names.flatMap((name) => found[name].map(placeOf));
    return {
      judgement: places(["findings", "calls", "accusations", "rulings", "appeals"]),
      correction: places(["corrections", "take_backs"]),
    };
  }

  /** Mark the entries that belong to a decision. @param {number} version */
  mark(version) {
    this.at = version;
    for (const entry of /** @type {NodeListOf<HTMLElement>} */ (this.place.querySelectorAll(".entry"))) {
      if (entry.dataset.version === String(version)) entry.setAttribute("aria-current", "step");
      else entry.removeAttribute("aria-current");
    }
  }

  /** A section, and its list. @param {string} name */
  #section(name) {
    const part = document.createElement("section");
    part.append(Object.assign(document.createElement("h3"), { textContent: this.said[`audit-${name.replace("_", "-")}`] }));
    return { part, list: part.appendChild(document.createElement("ul")) };
  }

  /** Who looked, for host and arbiter. @param {{day: string, role: string, number: number, times: number}[]} looks */
  #looks(looks) {
    const { part, list } = this.#section("looks");
    for (const { day, role, number, times } of looks) {
      const who = `${this.said[`role-${role}`] ?? role}${number ? ` (${number + 1})` : ""}`;
      list.append(Object.assign(document.createElement("li"), { textContent: `${dayOf(day)}: ${who}, ${times}\u00a0×` }));
    }
    return part;
  }

  /**
   * @param {string} name
   * @param {any[]} entries
   */
  #part(name, entries) {
    const { part, list } = this.#section(name);
    for (const entry of [...entries].sort((a, b) => placeOf(a) - placeOf(b))) list.append(this.#entry(entry));
    return part;
  }

  /** @param {any} entry */
  #entry(entry) {
    const item = Object.assign(document.createElement("li"), { className: "entry" });
    const at = placeOf(entry);
    item.dataset.version = String(at);
    item.append(this.#decision(at));
    if (entry.faded) return item;
    const seat = entry.accused ?? entry.seat ?? entry.reminded;
    if (typeof seat === "number") this.#line(item, "concerns", this.#called(seat, at));
    if (entry.rule) this.#line(item, "rule", `${entry.rule}: ${this.rules[entry.rule] ?? ""}`);
    for (const name of ["reason", "note"]) if (entry[name]) this.#line(item, name, this.#text(entry[name]));
    if (entry.role) this.#line(item, "erased", `${this.said[`role-${entry.role}`] ?? entry.role}, ${dayOf(entry.at)}`);
    const state = [entry.kind, entry.verdict, entry.status, entry.outcome].filter((one) => typeof one === "string");
    const states = [...new Set(state)].map((one) => this.said[`is-${one}`]).filter(Boolean);
    if (states.length) this.#line(item, "state", states.join(", "));
    if (entry.entered_by) this.#line(item, "entered", entry.entered_by);
    if (entry.same_name) item.append(Object.assign(document.createElement("p"), { className: "same-name", textContent: this.said["desk-same-name"] }));
    if (entry.remedy) this.#line(item, "remedy", this.said[`remedy-${entry.remedy}`] ?? entry.remedy);
    for (const [name, label] of Object.entries(DECISIONS)) {
      const versions = versionsIn(entry[name]).filter((version) => version !== at || name !== "decisions");
      if (versions.length) this.#evidence(item, label, versions);
    }
    for (const { seat: who, version, agree } of entry.consents ?? []) {
      const line = this.#line(item, agree ? "agrees" : "refuses", `${this.#called(who, version)} `);
      line.append(buttonTo(version, this.go));
    }
    return item;
  }

  /** Who sat at a seat when a decision was made. @param {number} seat @param {number} version */
  #called(seat, version) {
    return nameThen(this.seats[seat] ?? { seat, name: null }, version);
  }

  /** What somebody wrote; it may have been erased, or be hidden. @param {any} text */
  #text(text) {
    return typeof text === "string" ? quoted(text) : (this.said["not-told"] ?? "");
  }

  /** A decision as a button, with its sentence. @param {number} version */
  #decision(version) {
    const line = document.createElement("p");
    line.append(...named(version, this.go, this.sentence));
    return line;
  }

  /**
   * @param {HTMLElement} item
   * @param {string} label
   * @param {string} text
   */
  #line(item, label, text) {
    const line = item.appendChild(document.createElement("p"));
    line.append(`${this.said[`entry-${label}`]} ${text}`);
    return line;
  }

  /**
   * @param {HTMLElement} item
   * @param {string} label
   * @param {number[]} versions
   */
  #evidence(item, label, versions) {
    this.#line(item, label, "");
    const list = item.appendChild(Object.assign(document.createElement("div"), { className: "evidence" }));
    list.append(...versions.map((version) => this.#decision(version)));
  }
}
