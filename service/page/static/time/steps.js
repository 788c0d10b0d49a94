// Where one goes from a decision: one on, to the next turn, to the next part of the game.

/** @typedef {import("../log/log.js").Decision} Decision */

const PARTS = new Set(["/round", "/phase", "/turn"]);

/** @param {Decision} decision */
const who = (decision) => JSON.stringify(decision.actor ?? null);

/**
 * Whether a turn begins with a decision: somebody else decides than before.
 * @param {Decision[]} decisions
 * @param {number} version
 */
export function beginsTurn(decisions, version) {
  const [before, now] = [decisions[version - 1], decisions[version]];
  return now !== undefined && (before === undefined || who(before) !== who(now));
}

/**
 * Whether the game is in another part after a decision: another round or phase, as its own view says.
 * @param {Decision[]} decisions
 * @param {number} version
 */
export function beginsPart(decisions, version) {
  return version === 0 || (decisions[version]?.changed ?? []).some((pointer) => PARTS.has(pointer));
}

/**
 * The version to go to.
 * @param {Decision[]} decisions
 * @param {number} from
 * @param {"one" | "turn" | "part"} unit
 * @param {1 | -1} direction
 */
export function stepFrom(decisions, from, unit, direction) {
  const last = decisions.length - 1;
  const begins = { one: () => true, turn: beginsTurn, part: beginsPart }[unit];
  let at = from + direction;
  while (at > 0 && at < last && !begins(decisions, at)) at += direction;
  return Math.max(0, Math.min(last, at));
}
