// What moves, their fields and values are called on buttons.

import { alike, isUnseen } from "./values.js";

/** @typedef {import("./offers.js").Group} Group */
/** @typedef {import("./values.js").Move} Move */

export class Naming {
  /** @param {Record<string, string>} said */
  constructor(said) {
    this.said = said;
    /** The schemas of commands. @type {Record<string, any>} */
    this.commands = {};
    /** Labels: kind → value → label. @type {Record<string, Record<string, string>>} */
    this.words = {};
    /** @type {string[]} */
    this.seats = [];
    /** The seats at which nobody sits. @type {number[]} */
    this.empty = [];
  }

  /** A value of a field. @param {string} type @param {string} field @param {any} value @returns {string} */
  value(type, field, value) {
    const schema = this.commands[type]?.properties?.[field] ?? {};
    return this.#of(field === "seat" ? field : (schema["x-kind"] ?? schema.items?.["x-kind"]), value, schema);
  }

  /** @param {string | undefined} kind @param {any} value @param {any} schema @returns {string} */
  #of(kind, value, schema) {
    if (isUnseen(value)) return value.unknown > 1 ? `?${value.unknown}` : "?";
    if (Array.isArray(value)) return value.map((one) => this.#of(kind, one, schema)).join(", ") || (this.said["tap-none"] ?? "–");
    if (value === true) return schema.title ?? "";
    if (kind === "seat" && value === null) return this.said.chance ?? "";
    if (kind === "seat") return this.seats[value] ?? String(value);
    return this.words[kind ?? ""]?.[String(value)] ?? String(value);
  }

  /** What a command of a type is called. @param {string} type */
  type(type) {
    return this.words.command?.[type] ?? this.commands[type]?.title ?? type;
  }

  /** What a field is called. @param {string} type @param {string} field */
  field(type, field) {
    return this.commands[type]?.properties?.[field]?.title ?? field;
  }

  /** What a group of moves is called; whose it is, is said where several are awaited. @param {Group} group @param {boolean} whose */
  group({ type, seat, place, moves }, whose) {
    const title = place === null ? this.type(type) : (moves[0]?.text ?? place);
    const declined = (moves[0]?.declines ?? []).map((/** @type {Record<string, any>} */ one) => this.command(one));
    return [...declined, whose && seat !== null ? `${this.seats[seat]}: ${title}` : title].join("; ");
  }

  /** What a tap decides. @param {string} type @param {import("./offers.js").Tap} tap */
  tap(type, { fields, move }) {
    const told = Object.entries(fields).filter(([, value]) => value !== undefined);
    const plain = told.length ? told.map(([field, value]) => this.value(type, field, value)).join(" · ") : "";
    return plain || move.text || this.type(type);
  }

  /** A command, until the service has said it in a sentence. @param {Record<string, any>} command */
  command({ type, seat, ...fields }) {
    const own = Object.keys(this.commands[type]?.properties ?? {}).filter((name) => name in fields && name !== "irregular");
    const values = own.map((name) => this.value(type, name, fields[name])).join(" · ");
    const names = typeof seat === "number" ? `${this.seats[seat]}: ` : "";
    return `${names}${this.type(type)}${values ? `: ${values}` : ""}`;
  }
}

/** Pieces that were tapped, with how many there are of each. @param {any[]} list @returns {[any, number][]} */
export function badges(list) {
  /** @type {[any, number][]} */
  const found = [];
  for (const value of list) {
    const known = found.find(([one]) => alike(one, value));
    if (known) known[1] += 1;
    else found.push([value, 1]);
  }
  return found;
}
