// What can be entered where the service cannot be asked: the game's own commands and things, judged by nobody, the likeliest
// first.

import { maybeUnseen } from "./values.js";
import { plainOf } from "../forms/fields.js";

/** @typedef {import("./values.js").Move} Move */

/** So often the same thing can be in a list, and so many things at most. */
const SAME = 4, LONGEST = 12;
const MOST = 40;
/** What is about a command, and not of it. */
const BESIDE = new Set(["type", "seat", "occurred_at", "irregular", "entered_by", "declining"]);

/**
 * @param {import("./naming.js").Naming} naming
 * @param {Record<string, number>} common how often each type of command was entered
 * @returns {Move[]}
 */
export function unjudged(naming, common) {
  const types = Object.keys(naming.commands).filter((type) => !type.startsWith("table.") && type !== "open");
  types.sort((one, other) => (common[other] ?? 0) - (common[one] ?? 0));
  return types.flatMap((type) => movesOf(type, naming));
}

/** @param {string} type @param {import("./naming.js").Naming} naming @returns {Move[]} */
function movesOf(type, naming) {
  const { properties = {}, required = [], "x-chance": chance } = naming.commands[type];
  const named = properties.seat?.["x-audience"] !== undefined;
  const whose = properties.seat && !named && !chance ? { seat: { any_of: naming.seats.map((_, seat) => seat) } } : {};
  /** @type {Move[]} */
  let moves = [{ type, ...whose }];
  for (const [name, schema] of Object.entries(properties)) {
    if (BESIDE.has(name) && !(name === "seat" && named)) continue;
    const value = patternOf(schema, naming);
    if (value === null) continue;
    const filled = moves.map((move) => ({ ...move, [name]: value }));
    moves = required.includes(name) ? filled : [...moves, ...filled]; // what may be left out mostly is
  }
  return moves;
}

/** Everything that a field can hold; null where that is not known. @param {any} schema @param {import("./naming.js").Naming} naming */
function patternOf(schema, naming) {
  const plain = plainOf(schema);
  const kind = schema["x-kind"] ?? plain["x-kind"] ?? plain.items?.["x-kind"];
  if (plain.type === "array") {
    const values = valuesOf(kind, plainOf(plain.items ?? {}), naming);
    const most = Math.min(plain.maxItems ?? LONGEST, LONGEST);
    const some_of = values.flatMap((value) => Array.from({ length: Math.min(SAME, most) }, () => value));
    return values.length ? { some_of, min: plain.minItems ?? 0, max: most, ...(maybeUnseen(schema) || maybeUnseen(plain.items) ? { unknown: most } : {}) } : null;
  }
  const values = valuesOf(kind, plain, naming);
  return values.length ? { any_of: values, ...(maybeUnseen(schema) ? { unknown: 1 } : {}) } : null;
}

/** @param {string | undefined} kind @param {any} plain @param {import("./naming.js").Naming} naming @returns {any[]} */
function valuesOf(kind, plain, naming) {
  if (plain.enum) return plain.enum;
  if (plain.type === "boolean") return [true];
  if (kind === "seat") return naming.seats.map((_, seat) => seat);
  const named = Object.keys(naming.words[kind ?? ""] ?? {});
  if (named.length) return plain.type === "integer" ? named.map(Number) : named;
  const least = plain.minimum ?? 0;
  return plain.type === "integer" ? Array.from({ length: Math.min(MOST, (plain.maximum ?? MOST) - least + 1) }, (_, index) => least + index) : [];
}
