// What the fields of commands can hold: which decisions, seats, rules and things there are in a match, and their names.

import { changesOf } from "../log/lines.js";
import { kindOf } from "../log/log.js";

/**
 * What forms have to know of a match.
 * @typedef {import("../log/log.js").Decision} Decision
 * @typedef {import("./fields.js").Choice} Choice
 * @typedef {{own: number | null, recorded: boolean, seats: string[], empty: number[], words: Record<string, Record<string, string>>,
 *   rules: [string, [string, string][]][], decisions: Decision[], current: number, past: boolean, commands: Record<string, any>,
 *   view: any, board: any, of?: number, said: Record<string, string>, kept: {size: number, root: string}[]}} Bench
 * `empty` are the seats at which nobody sits, `commands` and `view` are schemas, `board` is what the reader sees now, `of` is what another field holds,
 * `past` whether an earlier decision is looked at, `kept` the roots that this device has kept
 */

const LISTED = 40;

/** @param {...string} types */
const ofType = (...types) => (/** @type {Decision} */ { command }) => types.includes(command.type);
/** @param {Decision} decision */
const ofGame = (decision) => kindOf(decision) === "game";
/** What a scribe has entered of chance. @param {Decision} decision */
const ofChance = (decision) => kindOf(decision) === "chance" && !decision.automatic;
/** Calls for the arbiter that are open. @param {Decision} decision @param {Bench} bench */
const ofCalls = (decision, { decisions }) => ofType("table.call")(decision)
  && !decisions.some(({ facts = [] }) => facts.some((/** @type {any} */ { type, call }) => type === "CallEnded" && call === decision.version));
/** @param {Decision} decision */
const ofSeats = (decision) => ofGame(decision) && decision.actor?.seat !== undefined;

/**
 * Which decisions a field is about, by the type of the command and its name; all others are about any.
 * @type {Record<string, (decision: Decision, bench: Bench) => boolean>}
 */
const ABOUT = {
  "table.take-back decision": (one, { own }) => ofSeats(one) && (own === null || one.actor.seat === own),
  "table.take-back also": (one, { decisions, of }) => ofSeats(one) && one.version !== of && one.actor.seat === decisions[of ?? -1]?.actor?.seat,
  "table.accuse decisions": (one, { of }) => ofSeats(one) && one.actor.seat === of,
  "table.appeal ruling": ofType("table.rule"),
  "table.rule reverses": ofType("table.rule"),
  "table.rule call": ofCalls,
  "table.rule before": ofGame,
  "table.rule about": (one) => ofType("table.accuse", "table.appeal", "table.call")(one) || ofGame(one),
  "table.amend decision": (one, { recorded }) => one.version > 0 && (ofGame(one) || (recorded && ofChance(one))),
  "table.reveal decision": (one) => JSON.stringify(one.command).includes('"unknown"'),
};

/** Fields that are about the seats of others. */
const OTHERS = new Set(["table.accuse accused", "table.remind reminded"]);

/** Fields that are about decisions which still count. */
const COUNTING = new Set(["table.take-back decision", "table.take-back also"]);

/** The members of a command that are its own: only these say whom they are for. @param {any} schema */
export const own = (schema) => Object.fromEntries(
  Object.entries(schema.properties).filter(([, /** @type {any} */ member]) => member["x-audience"] !== undefined),
);

/** What was chosen; what is not asked for, or was left empty, is not sent. @param {Record<string, import("./fields.js").Field>} fields */
export const chosenIn = (fields) => Object.fromEntries(
  Object.entries(fields).filter(([, { field }]) => !field.hidden).map(([name, { chosen }]) => [name, chosen()])
    .filter(([, value]) => value !== undefined),
);

/**
 * The values that the fields of a command can have.
 * @param {string} type @param {Bench} bench
 * @returns {import("./fields.js").ListOf}
 */
export const listOf = (type, bench) => (name, kind, schema) => {
  if (kind === "version") return versions(bench, `${type} ${name}`);
  if (kind === "seat") return seats(bench, OTHERS.has(`${type} ${name}`)).filter(({ value }) => type !== "table.leave" || !bench.empty.includes(value));
  if (kind === "rule") return bench.rules.flatMap(([group, rules]) => rules.map(([value, text]) => ({ value, label: `${value} ${text}`, group, about: text })));
  const named = Object.entries(bench.words[kind ?? ""] ?? {});
  if (!named.length) return null;
  return named.map(([value, label]) => ({ value: schema.type === "integer" ? Number(value) : value, label }));
};

/** @param {Bench} bench @param {boolean} others whether oneself is left out @returns {Choice[]} */
const seats = ({ seats: names, own: me }, others) =>
  names.map((label, value) => ({ value, label })).filter(({ value }) => !others || value !== me);

/** The decisions that a field can be about, the newest first; before them the one that is looked at. @param {Bench} bench @param {string} about @returns {Choice[]} */
export function versions(bench, about) {
  const changes = COUNTING.has(about) ? changesOf(bench.decisions) : new Map();
  const fits = (/** @type {Decision | undefined} */ one) =>
    one !== undefined && (ABOUT[about]?.(one, bench) ?? true) && changes.get(one.version)?.effect !== "struck";
  const newest = bench.decisions.filter(fits).slice(-LISTED).reverse();
  const looked = bench.decisions[bench.current];
  const all = looked && fits(looked) ? [looked, ...newest.filter((one) => one !== looked)] : newest;
  return all.map(({ version, text, command }) => ({ value: version, label: `${version}: ${text ?? command.type}` }));
}
