// What others have entered meanwhile: whether a scribe has to see it first, and whether it is the same.

/** @typedef {import("./entries.js").Body} Body */
/** @typedef {import("./entries.js").Entry} Entry */
/** @typedef {import("../log/log.js").Decision & Record<string, any>} Decision */

/** What stays right after anything that others have entered, but for a correction. */
const SAYS_ONLY = new Set(["table.note", "table.assert", "table.countersign"]);
/** After these nothing goes on by itself. */
const RULINGS = new Set(["table.rule", "table.amend", "table.substitute"]);
/** What is claimed about an entry, and is no part of what it says. */
const CLAIMS = new Set(["entered_by", "occurred_at", "irregular", "declining"]);

/** The commands of a body: of a batch, all. @param {Body} body @returns {Body[]} */
export const commandsOf = (body) => (Array.isArray(body.commands) ? body.commands : [body]);

/** Whether the line may be another one since: a ruling, a correction, a substitute. @param {Decision} decision */
export const rules = ({ command, facts = [] }) =>
  RULINGS.has(command.type) || facts.some((/** @type {any} */ { type }) => type === "LineChanged");

/**
 * Whether a scribe has to see what somebody else has entered before entering a body behind it. What follows by itself,
 * what is only said, and what another seat has entered for itself need not be seen.
 * @param {Decision} decision @param {Body} body
 */
export function disturbs(decision, body) {
  const commands = commandsOf(body);
  if (decision.automatic || SAYS_ONLY.has(decision.command.type) || commands.every(({ type }) => SAYS_ONLY.has(type))) return false;
  const seat = decision.recorded_by?.seat;
  return seat === undefined || commands.some((one) => one.seat === seat);
}

/** The command of a decision, with its seat. @param {Decision} decision @returns {Body} */
export const saidBy = ({ actor, command }) => (actor?.seat === undefined ? command : { seat: actor.seat, ...command });

/**
 * Which entries say what others have entered, each decision of theirs counted once, in order: their numbers. What a
 * scribe had seen when they wrote is not what they wrote, though it may be the same: pieces go the same way twice.
 * @param {Entry[]} entries @param {import("./entries.js").Told[]} theirs
 */
export function sameAs(entries, theirs) {
  let from = 0;
  return entries.flatMap((entry) => {
    const commands = commandsOf(JSON.parse(entry.bytes)).map(plain);
    const found = theirs.findIndex(({ version }, at) => at >= from && version > entry.seen && commands.every((one, behind) => {
      const other = theirs[at + behind];
      return other !== undefined && equal(one, plain(other.said));
    }));
    if (found < 0) return [];
    from = found + commands.length;
    return [entry.number];
  });
}

/** A command without what is only claimed about it. @param {Body} command @returns {Body} */
const plain = (command) => Object.fromEntries(Object.entries(command).filter(([name]) => !CLAIMS.has(name)));

/** Whether two values are the same JSON. @param {any} one @param {any} other @returns {boolean} */
function equal(one, other) {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const names = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && names.length === Object.keys(other).length
    && names.every((name) => Object.hasOwn(other, name) && equal(one[name], other[name]));
}
