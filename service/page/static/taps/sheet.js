// One sheet for what several seats set in secret at the same time: numbers, entered when they are shown, and sent together.

import { paged } from "./buttons.js";
import { isPattern } from "../play/patterns.js";
import { isSealed, singles, UNSEEN } from "./values.js";

/** @typedef {import("./offers.js").Group} Group */
/** @typedef {{group: Group, values: Record<string, any>}} Row */

/** The groups of one type, of several seats, in which nothing but sealed numbers is open. @param {Group[]} groups @returns {Group[]} */
export function sheetOf(groups) {
  const sealed = groups.filter(({ moves, schema, seat }) => seat !== null && moves.length === 1 && fieldsOf(moves[0]).length > 0
    && fieldsOf(moves[0]).every((name) => {
      const value = moves[0]?.[name] ?? {};
      return isSealed(schema.properties?.[name]) && "min" in value && !("some_of" in value) && value.unknown;
    }));
  const [first] = sealed;
  const together = sealed.filter(({ type }) => type === first?.type);
  return together.length > 1 ? together : [];
}

/** @param {Record<string, any> | undefined} move */
const fieldsOf = (move) => Object.keys(move ?? {}).filter((name) => isPattern(move?.[name]));

export class Sheet {
  /**
   * @param {Group[]} groups @param {import("./naming.js").Naming} naming
   * @param {() => void} draw draws everything anew
   * @param {(commands: Record<string, any>[]) => void} decided
   */
  constructor(groups, naming, draw, decided) {
    this.naming = naming;
    this.draw = draw;
    this.decided = decided;
    this.fields = fieldsOf(groups[0]?.moves[0]);
    /** The rows that were begun, in this order: so they are sent. @type {Row[]} */
    this.begun = [];
    /** @type {Row[]} */
    this.rows = groups.map((group) => ({ group, values: {} }));
    /** @type {{row: Row, field: string} | null} */
    this.at = null;
    this.#advance();
  }

  /** Go to the next cell that is empty. */
  #advance() {
    const row = [...this.begun, ...this.rows].find(({ values }) => this.fields.some((field) => !(field in values)));
    const field = this.fields.find((name) => row && !(name in row.values));
    this.at = row && field ? { row, field } : null;
  }

  /** Take the last cell back; whether there was one. */
  back() {
    const row = this.begun.at(-1);
    const field = row && this.fields.findLast((name) => name in row.values);
    if (!row || !field) return false;
    delete row.values[field];
    if (!Object.keys(row.values).length) this.begun.pop();
    this.at = { row, field };
    this.draw();
    return true;
  }

  /** @param {any} value */
  #set(value) {
    if (!this.at) return;
    const { row, field } = this.at;
    if (!this.begun.includes(row)) this.begun.push(row);
    row.values[field] = value;
    this.#advance();
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
        const here = this.at?.row === row && this.at.field === field;
        const shown = field in row.values ? this.naming.value(type, field, row.values[field]) : "·";
        const cell = button(shown, () => { this.at = { row, field }; this.draw(); }, { cell: `${seat} ${field}`, key: `cell ${seat} ${field}` });
        cell.setAttribute("aria-pressed", String(here));
        cell.setAttribute("aria-label", `${this.naming.seats[Number(seat)]}, ${this.naming.field(type, field)}: ${shown}`);
        line.insertCell().append(cell);
      }
    }
    for (const [seat, name] of this.naming.seats.entries()) {
      if (this.rows.some(({ group }) => group.seat === seat)) continue;
      const line = body.insertRow(); // what a seat has set itself is nobody's business here
      line.append(Object.assign(document.createElement("th"), { scope: "row", textContent: name }));
      line.append(Object.assign(document.createElement("td"), { colSpan: this.fields.length, textContent: this.naming.said["tap-set"] ?? "" }));
    }
    const row = Object.assign(document.createElement("div"), { className: "taps" });
    const at = this.at;
    const values = at ? (singles(at.row.group.moves[0]?.[at.field]) ?? []) : [];
    const numbers = [...values, UNSEEN].map((value) =>
      button(this.naming.value(type, at?.field ?? "", value), () => this.#set(value), { sets: JSON.stringify(value), key: `sets ${JSON.stringify(value)}` }));
    const unseen = /** @type {HTMLButtonElement} */ (numbers.pop());
    row.append(unseen, ...paged(numbers, this.naming.said["tap-more"] ?? "", guard));
    row.append(button(this.naming.said["tap-rest"] ?? "", () => this.#end(), { rest: "", key: "rest" }));
    const set = this.begun.filter(({ values }) => this.fields.every((field) => field in values));
    if (set.length) row.append(button(this.naming.said["tap-these"] ?? "", () => this.#send(set), { these: "", key: "these" }));
    if (this.begun.length) row.append(button("⌫", () => void this.back(), { back: "", key: "back" }));
    section.append(Object.assign(document.createElement("h3"), { textContent: this.naming.type(type) }), table, row);
    return section;
  }
}
