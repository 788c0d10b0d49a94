// How the match was played: findings, accusations, rulings, appeals, corrections, each with the decisions it is about.

import { query } from "./service.js";

const SECTIONS = ["findings", "accusations", "rulings", "appeals", "corrections", "take_backs"];

/** @param {any} entry */
const placeOf = (entry) => entry.version ?? entry.complete ?? entry.decisions?.[0] ?? 0;

export class Audit {
  /**
   * @param {import("./service.js").Service} service
   * @param {HTMLElement} place
   * @param {Record<string, string>} said
   * @param {(version: number) => void} go
   */
  constructor(service, place, said, go) {
    this.service = service;
    this.place = place;
    this.said = said;
    this.go = go;
    /** @type {Record<string, string>} */
    this.rules = {};
    /** @type {string[]} */
    this.seats = [];
  }

  /**
   * Read it for a viewer, show it, and say where on the time line its entries are.
   * @param {string} as
   * @returns {Promise<{finding: number[], ruling: number[], correction: number[]}>}
   */
  async show(as) {
    const found = await this.service.read(`/audit${query({ as })}`);
    const parts = SECTIONS.filter((name) => found[name].length).map((name) => this.#part(name, found[name]));
    const nothing = Object.assign(document.createElement("p"), { textContent: this.said["audit-nothing"] });
    this.place.replaceChildren(...(parts.length ? parts : [nothing]));
    const places = (/** @type {string[]} */ names) => names.flatMap((name) => found[name].map(placeOf));
    return {
      finding: places(["findings", "accusations"]),
      ruling: places(["rulings", "appeals"]),
      correction: places(["corrections", "take_backs"]),
    };
  }

  /**
   * @param {string} name
   * @param {any[]} entries
   */
  #part(name, entries) {
    const part = document.createElement("section");
    part.append(Object.assign(document.createElement("h3"), { textContent: this.said[`audit-${name.replace("_", "-")}`] }));
    const list = part.appendChild(document.createElement("ul"));
    for (const entry of entries) list.append(this.#entry(entry));
    return part;
  }

  /** @param {any} entry */
  #entry(entry) {
    const item = document.createElement("li");
    const seat = entry.seat ?? entry.accused;
    if (typeof seat === "number") item.append(`${this.seats[seat] ?? seat}: `);
    if (entry.rule) item.append(`${this.rules[entry.rule] ?? ""} (${entry.rule}) `);
    for (const text of [entry.reason, entry.note, this.said[`is-${entry.verdict ?? entry.status ?? entry.outcome ?? entry.kind}`]]) {
      if (text) item.append(`${text} `);
    }
    const versions = [...new Set([...(entry.decisions ?? []), ...(entry.disputed ? [entry.disputed] : []), placeOf(entry)])];
    for (const version of versions) {
      const button = item.appendChild(document.createElement("button"));
      Object.assign(button, { type: "button", className: "to", textContent: String(version) });
      button.addEventListener("click", () => this.go(version));
    }
    return item;
  }
}
