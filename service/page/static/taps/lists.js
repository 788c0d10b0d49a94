// Lists are written by tapping pieces in order. Each tap strikes the lists that no longer fit.

import { alike, isUnseen, UNSEEN } from "./values.js";

/**
 * @typedef {{some_of: any[], min: number, max: number, unknown?: number, then?: Some, until?: any[]}} Some
 * @typedef {{whole: any[][], some: Some[]}} Source `whole` are lists that are named in full, `some` are patterns
 * @typedef {{pieces: {value: any, left: number}[], done: any, finished: boolean, rest: number, unseen: number}} Next
 * `done` is the list if it may end here, `finished` whether it must; `rest` is how many pieces are still due, `unseen` how
 * many of them may be unseen
 * @typedef {{pieces: any[], may: boolean, due: number, least: number, unseen: number}} Followed
 */

/** What a field can hold, from all moves that are left. @param {any[]} values @returns {Source} */
export function sourceOf(values) {
  /** @type {Source} */
  const source = { whole: [], some: [] };
  for (const value of values) {
    if (Array.isArray(value)) source.whole.push(value);
    else if (value?.some_of) source.some.push(value);
    else source.whole.push(...(value?.any_of ?? []).filter(Array.isArray));
  }
  return source;
}

/** Whether all that ends a list early is in it. @param {any[]} written @param {any[]} [until] */
const ended = (written, until) => (until?.length ?? 0) > 0 && rest(written, until ?? []) !== null;

/** How long a list of a pattern can be. @param {Some | undefined} pattern @returns {number} */
const most = (pattern) => (pattern ? pattern.max + most(pattern.then) : 0);

/** What a pattern leaves behind what was written; null where that does not fit. @param {Some} pattern @param {any[]} written @returns {Followed | null} */
function followed(pattern, written) {
  const { some_of: all, min, max, unknown = 0, then, until } = pattern;
  const [here, behind] = [written.slice(0, max), written.slice(max)];
  const left = rest(all, here);
  const unseen = unknown - here.filter(isUnseen).length;
  if (left === null || unseen < 0 || (behind.length && !then)) return null;
  if (ended(written, until)) return { pieces: [], may: true, due: 0, least: 0, unseen: 0 };
  if (here.length === max && then) return followed(then, behind);
  const due = max - here.length;
  return { pieces: due ? left : [], may: !then && here.length >= min, due: due + most(then), least: min - here.length, unseen: Math.min(unseen, due) };
}

/** What is left of some pieces without others; null where they are not all there. @param {any[]} pieces @param {any[]} without @returns {any[] | null} */
function rest(pieces, without) {
  const left = [...pieces];
  for (const one of without) {
    if (isUnseen(one)) continue;
    const at = left.findIndex((other) => alike(one, other));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** The pieces that two lists share: in all that are left, nobody has to tap them. @param {any[]} one @param {any[]} other */
function common(one, other) {
  const left = [...other];
  return one.filter((piece) => {
    const at = left.findIndex((there) => alike(there, piece));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** @param {any[]} list */
const sorted = (list) => list.map((one) => JSON.stringify(one)).sort().join();

/** Whether no two lists have the same pieces: then the order of the taps says nothing. @param {any[][]} lists */
const anyOrder = (lists) => new Set(lists.map(sorted)).size === lists.length;

/** Pieces with how many there are of each, in their order. @param {any[]} pieces @returns {{value: any, left: number}[]} */
function counted(pieces) {
  /** @type {Map<string, {value: any, left: number}>} */
  const found = new Map();
  for (const value of pieces) {
    const key = JSON.stringify(value);
    found.set(key, { value, left: (found.get(key)?.left ?? 0) + 1 });
  }
  return [...found.values()];
}

/**
 * What can come after what was written.
 * @param {Source} source
 * @param {any[]} written
 * @returns {Next}
 */
export function nextOf(source, written) {
  const { length } = written;
  const free = anyOrder(source.whole);
  const fits = source.whole.filter((list) => (free
    ? rest(list, written) !== null : list.length >= length && written.every((one, index) => alike(one, list[index]))));
  const some = source.some.flatMap((pattern) => followed(pattern, written) ?? []);
  /** @type {Map<string, {value: any, left: number}>} */
  const pieces = new Map();
  const add = (/** @type {{value: any, left: number}[]} */ more) => {
    for (const one of more) {
      const key = JSON.stringify(one.value);
      pieces.set(key, { value: one.value, left: Math.max(one.left, pieces.get(key)?.left ?? 0) });
    }
  };
  const remains = fits.map((list) => (free ? (rest(list, written) ?? []) : list.slice(length, length + 1)));
  const sure = some.length || !free || fits.length < 2 ? [] : remains.reduce(common);
  for (const list of remains) add(counted(rest(list, sure) ?? list));
  for (const one of some) add(counted(one.pieces));
  const rests = Math.max(0, ...fits.map((list) => list.length - length), ...some.map(({ due }) => due));
  const unseen = Math.max(0, ...some.map((one) => one.unseen));
  const [only] = fits;
  if (only && fits.length === 1 && !some.length && length > 0) return { pieces: [], done: only, finished: true, rest: 0, unseen: 0 };
  const [last, another] = pieces.values();
  const [one] = some;
  if (length && last && !another && one && !some[1] && !fits.length && !unseen && last.left === rests && one.least === rests) {
    return { pieces: [], done: [...written, ...Array.from({ length: rests }, () => last.value)], finished: true, rest: 0, unseen: 0 };
  }
  const whole = fits.find((list) => list.length === length);
  const done = whole ?? (some.some(({ may }) => may) ? written : undefined);
  return { pieces: [...pieces.values()], done, finished: rests === 0 && done !== undefined, rest: rests, unseen };
}

/**
 * A list with the rest of it unseen.
 * @param {any[]} written @param {number} number @param {boolean} whole whether a whole list may be unseen
 */
export function withUnseen(written, number, whole) {
  return !written.length && whole ? { unknown: number } : [...written, ...Array.from({ length: number }, () => UNSEEN)];
}
