// Moves by things on the board: a click on a mark leaves those moves that are about what it shows.

import { isPattern } from "./patterns.js";

/**
 * @typedef {import("./play.js").Move} Move
 * @typedef {{kind: string | null, value: string}} Thing
 * @typedef {(move: Move, field: string) => string | undefined} KindOf of which kind the values of a field are
 * @typedef {{kindOf: KindOf, words: Record<string, Record<string, string>>}} Named `words` are labels: kind → value → label
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
  if (isPattern(value)) {
    const here = [...(value.any_of ?? []), ...(value.some_of ?? [])].flat().map(String);
    return value.then ? [...here, ...choices(value.then)] : here;
  }
  return [value].flat().filter((one) => one !== null && typeof one !== "object").map(String);
};

/**
 * Whether the same id means the same of two kinds: half of the values of one are values of the other, as of cards and
 * sins. A province and a city may share an id by chance. What has no labels is not known, and may.
 * @param {Named["words"]} words @param {string | null} one @param {string} other
 */
function alike(words, one, other) {
  const [mine, theirs] = [Object.keys(words[one ?? ""] ?? {}), words[other]];
  if (!mine.length || !theirs) return true;
  const shared = mine.filter((value) => value in theirs).length;
  return 2 * shared >= Math.min(mine.length, Object.keys(theirs).length);
}

/**
 * The moves that are about a thing, with what the click has decided filled in. Those that name its kind go first; where
 * there are none, a name says enough, as the picture of a card may stand for a sin. A number alone says nothing.
 * @param {Move[]} moves
 * @param {Thing} thing
 * @param {Named} named
 * @returns {Move[]}
 */
export function movesAbout(moves, thing, named) {
  const fits = (/** @type {string | undefined} */ kind, /** @type {boolean} */ strict) =>
    (strict ? kind === thing.kind : kind !== undefined && alike(named.words, thing.kind, kind));
  const about = (/** @type {boolean} */ strict) => moves.flatMap((move) => {
    const field = Object.keys(move).find((name) => !["type", "text"].includes(name)
      && fits(named.kindOf(move, name), strict)
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
 * @param {SVGSVGElement} picture @param {Move[]} moves @param {Named} named
 * @returns {SVGGraphicsElement[]}
 */
export function marksAbout(picture, moves, named) {
  if (!moves.length) return [];
  const marks = /** @type {SVGGraphicsElement[]} */ ([...picture.querySelectorAll("[data-value], [data-at]")]);
  return marks.filter((mark) => {
    const thing = thingOf(mark);
    return thing !== null && movesAbout(moves, thing, named).length > 0;
  });
}
