// What the reader may do now: moves as buttons, open ones as forms, each tried without trace before it is sent.

import { fieldFor, isPattern } from "./patterns.js";
import { query } from "./service.js";

/** @typedef {Record<string, any> & {type: string, text?: string}} Move */

export class Play {
  /**
   * @param {import("./service.js").Service} service
   * @param {HTMLElement} place
   * @param {Record<string, string>} said
   */
  constructor(service, place, said) {
    this.service = service;
    this.place = place;
    this.said = said;
    this.version = -1;
    /** @type {Record<string, any>} */
    this.commands = {};
    /** @type {Record<string, Record<string, string>>} */
    this.words = {};
  }

  /** @param {string} ruleset the address of the match's ruleset */
  async learn(ruleset) {
    const language = query({ lang: this.service.language });
    const [game, own] = await Promise.all([
      this.service.read(`${ruleset}${language}`),
      this.service.read(`/words${language}`),
    ]);
    this.commands = game.commands;
    this.words = own.words;
  }

  /** Ask what can be done, and show it. */
  async show() {
    const moves = await this.service.read(`/moves${query({ text: this.service.language })}`);
    this.version = moves.version;
    const list = document.createElement("ul");
    list.className = "moves";
    for (const move of moves.moves) list.appendChild(document.createElement("li")).append(this.#button(move));
    const hint = document.createElement("p");
    hint.textContent = (moves.moves.length ? this.said["play-now"] : this.said["play-wait"]) ?? "";
    this.place.replaceChildren(hint, list);
    if (moves.table.includes("table.note")) this.place.append(this.#note());
  }

  /** @param {Move} move */
  #button(move) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move.text ?? move.type;
    button.addEventListener("click", () => this.#choose(move));
    return button;
  }

  #note() {
    const button = this.#button({ type: "table.note", text: this.said.note, note: undefined });
    button.onclick = null;
    const fresh = /** @type {HTMLButtonElement} */ (button.cloneNode(true));
    fresh.addEventListener("click", () => this.#form({ type: "table.note", text: { text: 2000 } }, this.said.note ?? ""));
    return fresh;
  }

  /** @param {Move} move */
  async #choose(move) {
    const { text, ...command } = move;
    if (Object.values(command).some(isPattern)) this.#form(command, text ?? move.type);
    else await this.#confirm(command, text ?? move.type);
  }

  /**
   * @param {Record<string, any>} command
   * @param {string} title
   */
  #form(command, title) {
    const form = document.createElement("form");
    form.append(Object.assign(document.createElement("h3"), { textContent: title }));
    /** @type {Record<string, () => any>} */
    const open = {};
    for (const [name, value] of Object.entries(command)) {
      if (!isPattern(value)) continue;
      const schema = this.commands[command.type]?.properties?.[name] ?? {};
      const { field, chosen } = fieldFor(schema.title ?? name, value, (one) => this.#name(schema, one));
      form.append(field);
      open[name] = chosen;
    }
    form.append(this.#submit(this.said.try ?? ""), this.#cancel());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const filled = Object.fromEntries(Object.entries(open).map(([name, chosen]) => [name, chosen()]));
      this.#confirm({ ...command, ...filled }, title);
    });
    this.#replace(form);
  }

  /**
   * Try a command, and ask whether it is to be sent: on the version that was seen, and once.
   * @param {Record<string, any>} command
   * @param {string} title
   */
  async #confirm(command, title) {
    try {
      const tried = await this.#send(command, true);
      const form = document.createElement("form");
      form.append(Object.assign(document.createElement("h3"), { textContent: title }));
      const follows = tried.decisions.slice(1).filter((/** @type {any} */ decision) => decision.text);
      const list = form.appendChild(document.createElement("ul"));
      for (const { text } of follows) list.append(Object.assign(document.createElement("li"), { textContent: text }));
      form.append(this.#submit(this.said.send ?? ""), this.#cancel());
      const key = crypto.randomUUID();
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.#send(command, false, key).then(() => this.#replace(null), (problem) => this.#refused(problem));
      });
      this.#replace(form);
      /** @type {HTMLButtonElement | null} */ (form.querySelector("button[type=submit]"))?.focus();
    } catch (problem) {
      this.#refused(problem);
    }
  }

  /**
   * @param {Record<string, any>} command
   * @param {boolean} dry
   * @param {string} [key]
   */
  #send(command, dry, key) {
    /** @type {Record<string, string>} */
    const headers = { "If-Match": `"${this.version}"` };
    if (key) headers["Idempotency-Key"] = key;
    const asked = query({ dry_run: dry || null });
    return this.service.read(`/commands${asked}`, { method: "POST", body: command, headers });
  }

  /** @param {any} problem */
  #refused(problem) {
    const told = document.createElement("p");
    told.setAttribute("role", "alert");
    told.textContent = problem.message;
    if (problem.rule) {
      const rule = told.appendChild(document.createElement("a"));
      rule.href = `#rule-${problem.rule}`;
      rule.textContent = ` ${problem.rule}`;
      rule.dataset.rule = problem.rule;
    }
    this.#replace(told);
    if (problem.code === "version-moved") this.show();
  }

  /** @param {HTMLElement | null} what */
  #replace(what) {
    this.place.querySelector("form, [role=alert]")?.remove();
    if (what) this.place.prepend(what);
  }

  /** @param {string} label */
  #submit(label) {
    return Object.assign(document.createElement("button"), { type: "submit", textContent: label });
  }

  #cancel() {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: this.said.cancel });
    button.addEventListener("click", () => this.#replace(null));
    return button;
  }

  /**
   * What a value of a field is called.
   * @param {any} schema
   * @param {any} value
   * @returns {string}
   */
  #name(schema, value) {
    if (Array.isArray(value)) return value.map((one) => this.#name(schema, one)).join(", ");
    if (value !== null && typeof value === "object") return Object.values(value).map((one) => this.#name(schema, one)).join(" ");
    const kind = schema["x-kind"] ?? schema.items?.["x-kind"];
    return this.words[kind]?.[String(value)] ?? String(value);
  }
}
