// What can be tapped next: the moves that are left, in groups of what they are; in each the values that tell them apart.

import { isPattern } from "../play/patterns.js";
import { nextOf, sourceOf } from "./lists.js";
import { alike, decided, isList, isSealed, isUnseen, maybeUnseen, singles, UNSEEN } from "./values.js";

/**
 * @typedef {import("./values.js").Move} Move
 * @typedef {{fields: Record<string, any>, list: any[]}} Tapped the values that were tapped of one decision, and its list
 * @typedef {{fields: Record<string, any>, move: Move, command: Record<string, any> | null}} Tap
 * what a tap decides: values of fields; `command` is the whole decision, if nothing is left open then
 * @typedef {{key: string, type: string, seat: number | null, place: string | null, moves: Move[], schema: any,
 *   declines: number}} Group `declines` is how many offers are declined before it
 * @typedef {{kind: "taps", taps: Tap[], aside: {field: string, values: any[]} | null}} Taps
 * `aside` is a field that nobody saw, unless it is tapped before
 * @typedef {{kind: "list", field: string, next: import("./lists.js").Next, whole: boolean, command: Record<string, any>}} Listing
 * `whole` is whether it may be said of the list as a whole that nobody saw it; `command` is everything but the list
 * @typedef {Taps | Listing | {kind: "done", command: Record<string, any>}} Stage
 */

/** So many buttons are shown at once, with everything that they decide; else a field after the other. */
const MANY = 16;
const TOO_MANY = 200;
/** What says nothing about what is done. */
const BESIDE = new Set(["type", "text", "declines", "declining", "irregular"]);

/** Whether a command names a seat itself, beside the one that it is for. @param {any} schema */
const namesSeat = (schema) => schema?.properties?.seat?.["x-audience"] !== undefined;

/**
 * Moves in groups: each of one type, and for one seat.
 * @param {Move[]} moves @param {Record<string, any>} commands their schemas
 * @returns {Group[]}
 */
export function groupsOf(moves, commands) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const move of moves.map(decided)) {
    const schema = commands[move.type] ?? {};
    const place = move.type.startsWith("table.") ? (move.place ?? null) : null;
    const seat = typeof move.seat === "number" && !namesSeat(schema) ? move.seat : null;
    const declines = move.declines?.length ?? 0;
    const key = JSON.stringify([move.type, seat, place, move.irregular !== undefined, declines]);
    /** @type {Group} */
    const group = groups.get(key) ?? { key, type: move.type, seat, place, moves: [], schema, declines };
    group.moves.push(move);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The fields in which moves can differ, in the order of their schema. @param {Group} group */
function fieldsOf({ moves, schema }) {
  const named = new Set(moves.flatMap((move) => Object.keys(move)).filter((name) => !BESIDE.has(name)));
  if (!namesSeat(schema) && moves.every(({ seat }) => !isPattern(seat))) named.delete("seat");
  const order = Object.keys(schema.properties ?? {});
  return [...named].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Whether a move can have what was tapped in a field. @param {any} value @param {any} tapped */
function fits(value, tapped) {
  if (isUnseen(tapped)) return alike(value, tapped) || Boolean(value?.unknown);
  if (tapped === undefined) return value === undefined;
  if (Array.isArray(tapped)) return sourceOf([value]).whole.some((one) => alike(one, tapped));
  return singles(value)?.some((one) => alike(one, tapped)) ?? false;
}

/**
 * What comes next of a group, after what was tapped.
 * @param {Group} group
 * @param {Tapped} tapped
 * @returns {Stage}
 */
export function stageOf(group, tapped) {
  const of = (/** @type {string} */ name) => group.schema.properties?.[name] ?? {};
  const left = group.moves.filter((move) => Object.entries(tapped.fields).every(([name, value]) => fits(move[name], value)));
  const open = fieldsOf(group).filter((name) => !(name in tapped.fields) && isOpen(left, name));
  const lists = open.filter((name) => left.some((move) => isList(move[name])));
  const plain = open.filter((name) => !lists.includes(name));
  const aside = plain.length > 1 ? plain.find((name) => isSealed(of(name)) && left.every((move) => move[name]?.any_of && move[name].unknown)) : undefined;
  const asked = plain.filter((name) => name !== aside);
  /** @param {Record<string, any>} fields @param {Move} move @returns {Tap} */
  const tap = (fields, move) => {
    const given = aside === undefined ? fields : { ...fields, [aside]: tapped.fields[aside] ?? UNSEEN };
    return { fields, move, command: open.every((name) => name in given) ? commandOf(move, tapped, given) : null };
  };
  const [first] = asked;
  if (first !== undefined || (lists.length && named(left, lists))) {
    const whole = named(left, lists) ? waysOf(left, [...asked, ...lists]) : [];
    const plainly = lists.length ? waysOf(left, asked) : whole;
    const few = [whole, plainly].find((ways) => ways.length > 0 && (ways.length <= MANY || (open.length === 1 && first !== undefined)));
    const ways = few ?? (first === undefined ? [] : waysOf(left, [first]));
    if (ways.length && (first !== undefined || ways === whole)) {
      const known = aside === undefined ? [] : waysOf(left, [aside]).map(({ fields }) => fields[aside]).filter((value) => !isUnseen(value));
      const beside = aside === undefined ? null : { field: aside, values: known };
      return { kind: "taps", aside: beside, taps: ways.map(({ fields, move }) => tap(fields, move)) };
    }
  }
  const [field] = lists;
  if (field === undefined) return { kind: "done", command: commandOf(left[0], tapped, {}) };
  const next = nextOf(sourceOf(left.map((move) => move[field])), tapped.list);
  if (next.finished) return { kind: "done", command: commandOf(left[0], tapped, { [field]: next.done }) };
  return { kind: "list", field, next, whole: maybeUnseen(of(field)), command: commandOf(left[0], tapped, {}) };
}

/** Whether a field is still open. @param {Move[]} left @param {string} name */
function isOpen(left, name) {
  return left.some((move) => (isPattern(move[name]) ? !("text" in move[name]) : !alike(move[name], left[0]?.[name])));
}

/** Whether lists are named in full. @param {Move[]} left @param {string[]} lists */
const named = (left, lists) => lists.every((name) => left.every((move) => sourceOf([move[name]]).some.length === 0));

/**
 * Every way to decide some fields: each once, with the first move that has it.
 * @param {Move[]} left @param {string[]} names
 * @returns {{fields: Record<string, any>, move: Move}[]}
 */
function waysOf(left, names) {
  /** @type {Map<string, {fields: Record<string, any>, move: Move}>} */
  const found = new Map();
  for (const move of left) {
    if (found.size > TOO_MANY && names.length > 1) break; // and so a field is tapped after the other
    /** @type {Record<string, any>[]} */
    let ways = [{}];
    for (const name of names) {
      const values = isList(move[name]) ? sourceOf([move[name]]).whole : (singles(move[name]) ?? []);
      const all = names.length === 1 && move[name]?.unknown && !isList(move[name]) ? [UNSEEN, ...values] : values;
      ways = ways.flatMap((way) => (names.length > 1 ? all.slice(0, TOO_MANY) : all).map((value) => ({ ...way, [name]: value })));
    }
    for (const fields of ways) {
      const key = JSON.stringify(names.map((name) => fields[name] ?? null));
      if (!found.has(key)) found.set(key, { fields, move });
    }
  }
  return [...found.values()];
}

/** A whole command: a move, with what was tapped. @param {Move | undefined} move @param {Tapped} tapped @param {Record<string, any>} more */
function commandOf(move, tapped, more) {
  const { text: _, declines: __, ...command } = move ?? { type: "" };
  const whole = { ...command, ...tapped.fields, ...more };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
}
