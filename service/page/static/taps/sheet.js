// One sheet for what seats set in secret: numbers, entered when they are shown, and sent together.

import { paged } from "./buttons.js";
import { isPattern } from "../play/patterns.js";
import { isSealed, singles, UNSEEN } from "./values.js";

/** @typedef {import("./offers.js").Group} Group */
/** @typedef {{group: Group, values: Record<string, any>, done: boolean}} Row `done` is whether its last field was set: what is empty then, nobody saw */

/** The groups of one type in which nothing but sealed numbers is open. @param {Group[]} groups @returns {Group[]} */
export function sheetOf(groups) {
  const sealed = groups.filter(({ moves, schema, seat }) => seat !== null && moves.length === 1 && fieldsOf(moves[0]).length > 0
    && fieldsOf(moves[0]).every((name) => {
      const value = moves[0]?.[name] ?? {};
      return isSealed(schema.properties?.[name]) && "min" in value && !("some_of" in value) && value.unknown;
    }));
  const [first] = sealed;
  return sealed.filter(({ type }) => type === first?.type);
}

/** @param {Record<string, any> | undefined} move */
const fieldsOf = (move) => Object.keys(move ?? {}).filter((name) => isPattern(move?.[name]));

export class Sheet {
  /**
   * @param {Group[]} groups @param {Set<number | null>} busy seats that something else is awaited of first
   * @param {import("./naming.js").Naming} naming
   * @param {() => void} draw draws everything anew
   * @param {(commands: Record<string, any>[]) => void} decided
   */
  constructor(groups, busy, naming, draw, decided) {
    this.busy = busy;
    this.naming = naming;
    this.draw = draw;
    this.decided = decided;
    this.fields = fieldsOf(groups[0]?.moves[0]);
    /** The rows that were begun, in this order: so they are sent. @type {Row[]} */
    this.begun = [];
    /** @type {Row[]} */
    this.rows = groups.map((group) => ({ group, values: {}, done: false }));
    /** The row whose numbers are tapped, and the fields of it that are asked for. @type {{row: Row, fields: string[]} | null} */
    this.at = null;
    this.#advance();
  }

  /** Go to the next row that is not done. */
  #advance() {
    const row = [...this.begun, ...this.rows].find(({ done }) => !done);
    this.at = row ? { row, fields: this.#empty(row) } : null;
  }

  /** @param {Row} row */
  #empty({ values }) {
    return this.fields.filter((field) => !(field in values));
  }

  /** Go to a cell, and what is empty behind it. @param {Row} row @param {string} field */
  #go(row, field) {
    const behind = this.fields.slice(this.fields.indexOf(field));
    this.at = { row, fields: behind.filter((name) => name === field || !(name in row.values)) };
    this.draw();
  }

  /** Take the last cell back; whether there was one. */
  back() {
    const row = this.begun.at(-1);
    const field = row && this.fields.findLast((name) => name in row.values);
    if (!row || !field) return false;
    delete row.values[field];
    row.done = false;
    if (!Object.keys(row.values).length) this.begun.pop();
    this.at = { row, fields: this.#empty(row) };
    this.draw();
    return true;
  }

  /** A number was tapped: what was skipped before the last field of a row, nobody saw. @param {string} field @param {any} value */
  #set(field, value) {
    if (!this.at) return;
    const { row } = this.at;
    if (!this.begun.includes(row)) this.begun.push(row);
    row.values[field] = value;
    row.done ||= field === this.fields.at(-1);
    if (row.done) this.#advance();
    else this.at = { row, fields: this.#empty(row) };
    if (this.at) this.draw();
    else this.#end();
  }

  /** What was not seen stays unknown. */
  #end() {
    this.#send([...this.begun, ...this.rows.filter((row) => !this.begun.includes(row))]);
  }

  /** @param {Row[]} rows */
  #send(rows) {
    this.decided(rows.map(({ group, values }) => {
      const { text: _, ...move } = /** @type {Record<string, any>} */ (group.moves[0]);
      return { ...move, ...Object.fromEntries(this.fields.map((field) => [field, values[field] ?? UNSEEN])) };
    }));
  }

  /** @param {import("./guard.js").Guard} guard @returns {HTMLElement} */
  drawn(guard) {
    const section = document.createElement("section");
    const { type } = /** @type {Row} */ (this.rows[0]).group;
    const button = (/** @type {string} */ label, /** @type {() => void} */ does, /** @type {Record<string, string>} */ data) => {
      const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
      Object.assign(made.dataset, data);
      made.addEventListener("click", () => { if (guard.counts()) does(); });
      return made;
    };
    section.dataset.type = type;
    const table = document.createElement("table");
    const head = table.createTHead().insertRow();
    head.insertCell();
    for (const text of this.fields.map((field) => this.naming.field(type, field))) {
      head.append(Object.assign(document.createElement("th"), { scope: "col", textContent: text }));
    }
    const body = table.createTBody();
    for (const row of this.rows) {
      const line = body.insertRow();
      const seat = String(row.group.seat);
      line.append(Object.assign(document.createElement("th"), { scope: "row", textContent: this.naming.seats[Number(seat)] ?? seat }));
      for (const field of this.fields) {
        const here = this.at?.row === row && this.at.fields.includes(field);
        const shown = field in row.values ? this.naming.value(type, field, row.values[field]) : row.done ? "?" : "·";
        const cell = button(shown, () => this.#go(row, field), { cell: `${seat} ${field}`, key: `cell ${seat} ${field}` });
        cell.setAttribute("aria-pressed", String(here));
        cell.setAttribute("aria-label", `${this.naming.seats[Number(seat)]}, ${this.naming.field(type, field)}: ${shown}`);
        line.insertCell().append(cell);
      }
    }
    for (const [seat, name] of this.naming.seats.entries()) {
      if (this.busy.has(seat) || this.rows.some(({ group }) => group.seat === seat)) continue;
      const line = body.insertRow(); // what a seat has set itself is nobody's business here
      line.append(Object.assign(document.createElement("th"), { scope: "row", textContent: name }));
      line.append(Object.assign(document.createElement("td"), { colSpan: this.fields.length, textContent: this.naming.said["tap-set"] ?? "" }));
    }
    const numbers = (this.at?.fields ?? []).map((field) => this.#numbers(type, field, button, guard));
    const row = Object.assign(document.createElement("div"), { className: "taps" });
    row.append(button(this.naming.said["tap-rest"] ?? "", () => this.#end(), { rest: "", key: "rest" }));
    const set = this.begun.filter(({ done }) => done);
    if (set.length) row.append(button(this.naming.said["tap-these"] ?? "", () => this.#send(set), { these: "", key: "these" }));
    if (this.begun.length) row.append(button("⌫", () => void this.back(), { back: "", key: "back" }));
    section.append(Object.assign(document.createElement("h3"), { textContent: this.naming.type(type) }), table, ...numbers, row);
    return section;
  }

  /**
   * The numbers of a field, and that nobody saw it.
   * @param {string} type @param {string} field
   * @param {(label: string, does: () => void, data: Record<string, string>) => HTMLButtonElement} button
   * @param {import("./guard.js").Guard} guard
   */
  #numbers(type, field, button, guard) {
    const row = Object.assign(document.createElement("div"), { className: "taps" });
    const [unseen, ...values] = [UNSEEN, ...(singles(this.at?.row.group.moves[0]?.[field]) ?? [])].map((value) => button(
      this.naming.value(type, field, value), () => this.#set(field, value), { of: field, sets: JSON.stringify(value), key: `sets ${field} ${JSON.stringify(value)}` },
    ));
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", this.naming.field(type, field));
    row.append(`${this.naming.field(type, field)}: `, ...(unseen ? [unseen] : []), ...paged(values, this.naming.said["tap-more"] ?? "", guard));
    return row;
  }
}
