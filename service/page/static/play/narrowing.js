// Moves by things on the board: a click on a mark leaves those moves that are about what it shows.

import { isPattern } from "./patterns.js";

/**
 * @typedef {import("./play.js").Move} Move
 * @typedef {{kind: string | null, value: string}} Thing
 * @typedef {(move: Move, field: string) => string | undefined} KindOf of which kind the values of a field are
 */

/** What a mark shows: as it says, else the last step of its pointer. @param {Element} mark @returns {Thing | null} */
export function thingOf(mark) {
  const { kind, value, at } = /** @type {SVGElement} */ (mark).dataset;
  if (value !== undefined) return { kind: kind ?? null, value };
  const last = at?.split("/").at(-1);
  return last ? { kind: null, value: last } : null;
}

/** @param {any} value @returns {string[]} */
const choices = (value) => {
  if (isPattern(value)) return [...(value.any_of ?? []), ...(value.some_of ?? [])].flat().map(String);
  return [value].flat().filter((one) => one !== null && typeof one !== "object").map(String);
};

/**
 * The moves that are about a thing, with what the click has decided filled in. Those that name its kind go first; where
 * there are none, a name says enough, as the picture of a card may stand for a sin. A number alone says nothing.
 * @param {Move[]} moves
 * @param {Thing} thing
 * @param {KindOf} kindOf
 * @returns {Move[]}
 */
export function movesAbout(moves, thing, kindOf) {
  const about = (/** @type {boolean} */ strict) => moves.flatMap((move) => {
    const field = Object.keys(move).find((name) => !["type", "text"].includes(name)
      && (strict ? kindOf(move, name) === thing.kind : kindOf(move, name) !== undefined)
      && choices(move[name]).includes(thing.value));
    return field === undefined ? [] : [filled(move, field, thing.value)];
  });
  const exact = thing.kind === null ? [] : about(true);
  if (exact.length || /^\d*$/.test(thing.value)) return exact;
  return about(false);
}

/**
 * A choice among single values is made by the click; what is taken from a list stays open, with the thing ticked.
 * @param {Move} move @param {string} field @param {string} value
 */
function filled(move, field, value) {
  const pattern = move[field];
  if (!isPattern(pattern)) return move;
  const chosen = pattern.any_of?.find((/** @type {any} */ one) => String(one) === value);
  if (chosen !== undefined) return { ...move, [field]: chosen };
  return { ...move, [field]: { ...pattern, ticked: value } };
}

/**
 * The marks of a picture that some move is about.
 * @param {SVGSVGElement} picture @param {Move[]} moves @param {KindOf} kindOf
 * @returns {SVGGraphicsElement[]}
 */
export function marksAbout(picture, moves, kindOf) {
  if (!moves.length) return [];
  const marks = /** @type {SVGGraphicsElement[]} */ ([...picture.querySelectorAll("[data-value], [data-at]")]);
  return marks.filter((mark) => {
    const thing = thingOf(mark);
    return thing !== null && movesAbout(moves, thing, kindOf).length > 0;
  });
}
