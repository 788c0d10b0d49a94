// What the reader may do now: moves as buttons, open ones as forms, each tried without trace before it is sent.

import { MoveList } from "./moves.js";
import { fieldFor, isPattern } from "./patterns.js";
import { query } from "./service.js";
import { FORMS } from "./table.js";

/** @typedef {Record<string, any> & {type: string, text?: string}} Move */

export class Play {
  /**
   * @param {import("./service.js").Service} service
   * @param {HTMLElement} place
   * @param {Record<string, string>} said
   * @param {import("./rules.js").Rules} rules
   * @param {() => import("./log.js").Decision[]} decisions all that have been read
   */
  constructor(service, place, said, rules, decisions) {
    this.service = service;
    this.said = said;
    this.rules = rules;
    this.decisions = decisions;
    this.version = -1;
    /** The own seat; null for officials. @type {number | null} */
    this.own = null;
    /** @type {string[]} */
    this.seats = [];
    /** @type {Record<string, any>} */
    this.commands = {};
    /** @type {Record<string, Record<string, string>>} */
    this.words = {};
    const [dialogue, hint, list, table] = ["div", "p", "div", "div"].map((tag) => document.createElement(tag));
    this.dialogue = /** @type {HTMLElement} */ (dialogue);
    this.hint = /** @type {HTMLElement} */ (hint);
    this.table = /** @type {HTMLElement} */ (table);
    this.table.className = "choices";
    place.replaceChildren(this.dialogue, this.hint, /** @type {HTMLElement} */ (list), this.table);
    this.list = new MoveList(/** @type {HTMLElement} */ (list), said, (move, field) => this.kindOf(move, field),
      (type) => this.words.command?.[type] ?? type, (move) => void this.#choose(move));
    /** What is asked at the moment, once more: on the version that is there then. @type {(() => void) | null} */
    this.retry = null;
    this.turn = 0;
    /** @type {(() => void)[]} what is done when other moves are there */
    this.whenKnown = [];
  }

  /** Of which kind the values of a field are. @param {Move} move @param {string} field @returns {string | undefined} */
  kindOf(move, field) {
    const schema = this.commands[move.type]?.properties?.[field] ?? {};
    return schema["x-kind"] ?? schema.items?.["x-kind"];
  }

  /** @param {any} match @param {any} game its ruleset @param {string} viewer the reader's own */
  async learn(match, game, viewer) {
    this.own = viewer.startsWith("seat:") ? Number(viewer.slice(5)) : null;
    this.seats = match.seats.map((/** @type {any} */ seat) => seat.name);
    this.commands = game.commands;
    this.words = (await this.service.read(`/words${query({ lang: this.service.language })}`)).words;
  }

  /** Ask what can be done, and show it. What is being filled in stays; what was tried is tried again. */
  async show() {
    const moves = await this.service.read(`/moves${query({ text: this.service.language })}`);
    this.version = moves.version;
    this.list.show(moves.moves);
    this.hint.textContent = (moves.moves.length ? this.said["play-now"] : this.said["play-wait"]) ?? "";
    const types = Object.keys(FORMS).filter((type) => moves.table.includes(type));
    this.table.replaceChildren(...types.map((type) => this.#button(type)));
    this.retry?.();
    for (const known of this.whenKnown) known();
  }

  /** Something said at the table. @param {string} type */
  #button(type) {
    const title = this.commands[type]?.title ?? type;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: title });
    button.dataset.type = type;
    button.addEventListener("click", () => {
      const table = {
        own: this.own, seats: this.seats, steps: this.words.step ?? {}, rules: this.rules.parts,
        decisions: this.decisions(), titles: this.commands,
      };
      const form = FORMS[type]?.(table, this.said);
      if (form) this.#ask(title, form.fields, form.command);
    });
    return button;
  }

  /** @param {Move} move */
  async #choose(move) {
    const { text, ...command } = move;
    const title = text ?? move.type;
    if (!Object.values(command).some(isPattern)) return this.#confirm(command, title);
    /** @type {Record<string, () => any>} */
    const open = {};
    const fields = Object.entries(command).filter(([, value]) => isPattern(value)).map(([name, value]) => {
      const schema = this.commands[command.type]?.properties?.[name] ?? {};
      const { field, chosen } = fieldFor(schema.title ?? name, value, (one) => this.#name(this.kindOf(command, name), one));
      open[name] = chosen;
      return field;
    });
    this.#ask(title, fields, () => ({
      ...command, ...Object.fromEntries(Object.entries(open).map(([name, chosen]) => [name, chosen()])),
    }));
  }

  /**
   * A form whose command is tried when it is filled in.
   * @param {string} title @param {HTMLElement[]} fields @param {() => Record<string, any>} command
   */
  #ask(title, fields, command) {
    this.#dialogue(title, fields, this.said.try ?? "", () => this.#confirm(command(), title));
    this.retry = null;
  }

  /**
   * Try a command, say what would follow, and ask whether it is to be sent: on the version that was seen, and once.
   * @param {Record<string, any>} command @param {string} title
   */
  async #confirm(command, title) {
    this.turn += 1;
    const { turn } = this;
    try {
      const tried = await this.#send(command, true);
      if (turn !== this.turn) return; // something else was asked meanwhile
      const list = document.createElement("ul");
      list.className = "follows";
      for (const { text } of tried.decisions) if (text) list.append(Object.assign(document.createElement("li"), { textContent: text }));
      const key = crypto.randomUUID();
      const send = () => {
        this.retry = null;
        return this.#send(command, false, key).then(() => this.#replace(), (problem) => this.#refused(problem));
      };
      this.#dialogue(title, [Object.assign(document.createElement("p"), { textContent: this.said["would-follow"] }), list], this.said.send ?? "", send);
      this.retry = () => void this.#confirm(command, title);
      /** @type {HTMLButtonElement | null} */ (this.dialogue.querySelector("button[type=submit]"))?.focus();
    } catch (problem) {
      if (turn === this.turn) this.#refused(problem);
    }
  }

  /**
   * @param {string} title @param {HTMLElement[]} parts @param {string} label of the button @param {() => unknown} submit
   */
  #dialogue(title, parts, label, submit) {
    const form = document.createElement("form");
    const cancel = Object.assign(document.createElement("button"), { type: "button", textContent: this.said.cancel });
    cancel.addEventListener("click", () => this.#replace());
    const buttons = Object.assign(document.createElement("div"), { className: "choices" });
    buttons.append(Object.assign(document.createElement("button"), { type: "submit", textContent: label }), cancel);
    form.append(Object.assign(document.createElement("h3"), { textContent: title }), ...parts, buttons);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submit();
    });
    this.#replace(form);
  }

  /** @param {Record<string, any>} command @param {boolean} dry @param {string} [key] */
  #send(command, dry, key) {
    /** @type {Record<string, string>} */
    const headers = { "If-Match": `"${this.version}"` };
    if (key) headers["Idempotency-Key"] = key;
    const asked = query({ dry_run: dry || null, text: this.service.language });
    return this.service.read(`/commands${asked}`, { method: "POST", body: command, headers });
  }

  /** @param {any} problem */
  #refused(problem) {
    const told = document.createElement("div");
    told.setAttribute("role", "alert");
    told.append(Object.assign(document.createElement("p"), { textContent: problem.message }));
    if (problem.rule) told.append(this.rules.told(problem.rule));
    const form = this.dialogue.querySelector("form");
    if (form?.querySelector("select, input, textarea")) {
      form.querySelector("[role=alert]")?.remove();
      form.append(told); // what was filled in can be mended
    } else this.#replace(told);
    if (problem.code === "version-moved") void this.show();
  }

  /** @param {HTMLElement} [what] */
  #replace(what) {
    this.retry = null;
    this.turn += 1;
    this.dialogue.replaceChildren(...(what ? [what] : []));
  }

  /**
   * What a value of a field is called.
   * @param {string | undefined} kind @param {any} value @returns {string}
   */
  #name(kind, value) {
    if (Array.isArray(value)) return value.map((one) => this.#name(kind, one)).join(", ");
    if (value !== null && typeof value === "object") return Object.values(value).map((one) => this.#name(kind, one)).join(" ");
    return this.words[kind ?? ""]?.[String(value)] ?? String(value);
  }
}
