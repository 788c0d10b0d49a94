// What a field of a move can hold: single values, ranges of numbers, lists, and what nobody saw.

import { isPattern } from "../play/patterns.js";

/** @typedef {Record<string, any> & {type: string, text?: string}} Move */

/** What stands for a thing that nobody saw. */
export const UNSEEN = { unknown: 1 };

/** @param {any} one @param {any} other */
export const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Whether it stands for things that nobody saw. @param {any} value */
export const isUnseen = (value) => value !== null && typeof value === "object" && "unknown" in value && !isPattern(value);

/** Whether it is a list, or says which lists there can be. @param {any} value @returns {boolean} */
export function isList(value) {
  if (Array.isArray(value) || isUnseen(value)) return true;
  return isPattern(value) && ("some_of" in value || (value.any_of ?? []).some(Array.isArray));
}

/** Of numbers without a bound, so many are offered. */
const NUMBERS = 300;

/** The single values of a field that holds no list; null where they are not listed (a text). @param {any} value @returns {any[] | null} */
export function singles(value) {
  if (!isPattern(value)) return [value];
  if (value.any_of) return value.any_of;
  return "min" in value ? Array.from({ length: Math.min(NUMBERS, value.max - value.min + 1) }, (_, index) => value.min + index) : null;
}

/** Whether a value of this schema may be one that nobody saw. @param {any} schema @returns {boolean} */
export const maybeUnseen = (schema) => (schema?.anyOf ?? []).some((/** @type {any} */ one) => one.properties?.unknown !== undefined);

/** Whether not everybody is told what a field of this schema holds. @param {any} schema */
export const isSealed = (schema) => schema?.["x-audience"] !== undefined && schema["x-audience"] !== "everyone";

/** The only value that fits a pattern. In a list the order counts, so that is one only of pieces that are all alike. @param {any} value */
function only(value) {
  const { some_of: some, any_of: any, min, max, unknown, then, until } = value;
  if (unknown || then || until) return value;
  if (some) return min === max && some.length === min && some.every((/** @type {any} */ one) => alike(one, some[0])) ? some : value;
  if (any) return any.length === 1 ? any[0] : value;
  return min !== undefined && min === max ? min : value;
}

/** A move without the patterns that leave no choice. @param {Move} move @returns {Move} */
export const decided = (move) => /** @type {Move} */ (
  Object.fromEntries(Object.entries(move).map(([name, value]) => [name, isPattern(value) ? only(value) : value]))
);
