// Which number or list the table is asked for, and when. A page asks, but this runs without one.

import { resolved } from "../shared/schemas.js";

/**
 * @typedef {{at: string, title: string, whole?: string[]}} Place a pointer into the board, and what it is called; of a list
 *   that is asked for as a whole also what is in it
 */

/**
 * What its game says can be asked for of a board: numbers, and lists that are not empty.
 * @param {any} board @param {any} view its schema @param {string[]} seats
 * @param {Record<string, Record<string, string>>} words labels: kind → value → label
 * @returns {Place[]}
 */
export function askable(board, view, seats, words) {
  /** @type {Place[]} */
  const found = [];
  const walk = (/** @type {any} */ value, /** @type {any} */ schema, /** @type {string} */ at, /** @type {string[]} */ titles) => {
    const of = resolved(schema, view);
    if (of["x-asked"] === "whole") {
      const names = words[resolved(of.items, view)["x-kind"]];
      if (value.length) found.push({ at, title: titles.join(" – "), whole: value.map((/** @type {string} */ one) => names?.[one] ?? one) });
      return;
    }
    if (of["x-asked"] && Array.isArray(value)) {
      for (const seat of value.keys()) found.push({ at: `${at}/${seat}`, title: [...titles, seats[seat]].join(" – ") });
      return;
    }
    if (of["x-asked"]) {
      const [pointer, number] = typeof value === "number" ? [at, value] : [`${at}/count`, value?.count];
      if (typeof number === "number") found.push({ at: pointer, title: titles.join(" – ") });
      return;
    }
    if (value === null || typeof value !== "object") return;
    for (const [key, inner] of Object.entries(value)) {
      const member = of.properties?.[key] ?? of.items ?? of.additionalProperties;
      if (!member) continue;
      const index = of["x-index"];
      const seat = index === "seat" ? seats[Number(key)] : words[index ?? ""]?.[/** @type {any} */ (inner)?.[index ?? ""]];
      const title = seat ?? of.properties?.[key]?.title;
      walk(inner, member, `${at}/${key}`, title === undefined || (Array.isArray(inner) && resolved(member, view)["x-asked"] !== "whole") ? titles : [...titles, title]);
    }
  };
  walk(board, view, "", []);
  return found;
}

/** What stands at a pointer. @param {any} board @param {string} at */
export const valueAt = (board, at) => at.split("/").slice(1).reduce((inside, key) => inside?.[key], board);

/** How much something has changed: a number, or what is in a list. @param {any} before @param {any} now */
const changed = (before, now) => Array.isArray(now)
  ? [...now.filter((one) => !before.includes(one)), ...before.filter((/** @type {any} */ one) => !now.includes(one))].length
  : Math.abs(now - before);

/** Chooses what is asked for, at most once a round: what has changed most since it was asked for, and longest ago. */
export class Choosing {
  /** @param {number} seats so many turns are a round */
  constructor(seats) {
    this.seats = seats;
    this.turns = 0;
    this.seat = -1;
    /** How many questions there were. */
    this.asked = 0;
    /**
     * What each was when it was asked for or, numbers, seen first; and how many questions there had been.
     * @type {Map<string, {value: any, asked: number}>}
     */
    this.known = new Map();
  }

  /** Whether something may be asked for now; to be told whenever it is known who is awaited. @param {any[]} awaiting */
  due(awaiting) {
    const seat = awaiting.length === 1 ? awaiting[0]?.seat : undefined;
    if (seat === undefined || seat === this.seat) return false;
    this.seat = seat;
    this.turns += 1;
    return this.turns > this.seats;
  }

  /** What is asked for, of all that could be: with that a new round begins. @param {Place[]} places @param {any} board @returns {Place | undefined} */
  chosen(places, board) {
    this.turns = 0;
    this.asked += 1;
    /** @type {Place | undefined} */
    let best;
    let most = -1;
    for (const place of places) {
      const value = valueAt(board, place.at);
      const before = this.known.get(place.at) ?? { value: Array.isArray(value) ? [] : value, asked: 0 };
      this.known.set(place.at, before);
      // Whole numbers: chance decides between equals alone.
      const weight = changed(before.value, value) * (this.asked - before.asked) + Math.random();
      if (weight > most) [best, most] = [place, weight];
    }
    if (best) this.known.set(best.at, { value: valueAt(board, best.at), asked: this.asked });
    return best;
  }
}
