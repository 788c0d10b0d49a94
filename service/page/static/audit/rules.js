// The rules of the game and of the table: in a list, and each where it is broken.

import { query } from "../shared/service.js";

export class Rules {
  /**
   * @param {import("../shared/service.js").Service} service
   * @param {HTMLDetailsElement} place the list of all
   */
  constructor(service, place) {
    this.service = service;
    this.place = place;
    /** @type {Record<string, string>} rule → text */
    this.texts = {};
    /** @type {Record<string, string>} beginning of its number → what a part of the rules is called */
    this.sections = {};
    /** @type {Record<string, any>} those of the table: type → schema */
    this.commands = {};
    place.addEventListener("toggle", () => this.#list());
  }

  /** @param {any} game the ruleset of the match */
  async learn(game) {
    const table = await this.service.read(`${game.links.table}${query({ lang: this.service.language })}`);
    this.texts = { ...game.rules, ...table.rules };
    this.commands = table.commands;
    this.sections = { ...game.sections, ...table.sections };
  }

  /** The rules by the part that they are in. @returns {[string, [string, string][]][]} */
  get parts() {
    /** @type {Map<string, [string, string][]>} */
    const parts = new Map();
    for (const [rule, text] of Object.entries(this.texts)) {
      const longest = Object.keys(this.sections).filter((one) => rule.startsWith(one)).sort((a, b) => b.length - a.length)[0];
      const title = this.sections[longest ?? ""] ?? "";
      parts.set(title, [...(parts.get(title) ?? []), [rule, text]]);
    }
    return [...parts];
  }

  /**
   * A rule in place, with a link to where it stands among the others.
   * @param {string} rule
   */
  told(rule) {
    const told = document.createElement("p");
    told.className = "rule";
    const link = told.appendChild(document.createElement("a"));
    Object.assign(link, { href: `#rule-${rule}`, textContent: rule });
    link.addEventListener("click", () => {
      this.place.open = true;
      this.#list();
    });
    told.append(` ${this.texts[rule] ?? ""}`);
    return told;
  }

  #list() {
    if (this.place.querySelector("dl")) return;
    const all = this.parts.flatMap(([title, rules]) => {
      const list = document.createElement("dl");
      for (const [rule, text] of rules) {
        const line = list.appendChild(document.createElement("div"));
        line.id = `rule-${rule}`;
        line.append(Object.assign(document.createElement("dt"), { textContent: rule }));
        line.append(Object.assign(document.createElement("dd"), { textContent: text }));
      }
      return [Object.assign(document.createElement("h3"), { textContent: title }), list];
    });
    this.place.append(...all);
  }
}
