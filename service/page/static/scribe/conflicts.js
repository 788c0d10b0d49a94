// What others have entered meanwhile: whether a scribe has to see it first, and whether it is the same.

/** @typedef {import("./entries.js").Body} Body */
/** @typedef {import("./entries.js").Entry} Entry */
/** @typedef {import("../log/log.js").Decision & Record<string, any>} Decision */

/** What stays right after anything that others have entered, but for a correction. */
const SAYS_ONLY = new Set(["table.note", "table.assert", "table.countersign"]);
/** What others do about the match, and not in it: it changes nothing that a scribe writes down. */
const BESIDE = new Set(["table.call", "table.attend", "table.replace-token", "table.leave"]);
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
 * what is only said or done about the match, and what another seat has entered for itself need not be seen.
 * @param {Decision} decision @param {Body} body
 */
export function disturbs(decision, body) {
  const commands = commandsOf(body);
  const { type: theirs } = decision.command;
  if (decision.automatic || SAYS_ONLY.has(theirs) || BESIDE.has(theirs) || commands.every(({ type }) => SAYS_ONLY.has(type))) return false;
  const seat = decision.recorded_by?.seat;
  return seat === undefined || commands.some((one) => one.seat === seat);
}

/** The command of a decision, with its seat. @param {Decision} decision @returns {Body} */
export const saidBy = ({ actor, command }) => (actor?.seat === undefined ? command : { seat: actor.seat, ...command });

/**
 * Which entries say what others have entered: as many as can be, in order, and each of theirs once. What a scribe had
 * seen when they wrote is not what they wrote, though it may be the same: pieces go the same way twice. Nor is what came
 * after an entry was left out.
 * @param {Pick<Entry, "number" | "seen" | "asked" | "bytes">[]} entries @param {import("./entries.js").Told[]} theirs
 * @returns {number[]} their numbers
 */
export function sameAs(entries, theirs) {
  const other = theirs.map(({ said }) => plain(said));
  const ours = entries.map(({ number, seen, asked, bytes }) => ({ number, seen, until: asked ?? Infinity, commands: commandsOf(JSON.parse(bytes)).map(plain) }));
  const versionOf = (/** @type {number} */ at) => theirs[at]?.version ?? Infinity;
  const says = (/** @type {typeof ours[number]} */ { seen, until, commands }, /** @type {number} */ at) => at + commands.length <= other.length
    && versionOf(at) > seen && versionOf(at + commands.length - 1) <= until && commands.every((one, behind) => equal(one, other[at + behind]));
  /** How many can be found from an entry and one of theirs on; the first of both is the last row. @type {number[][]} */
  const most = [Array.from({ length: other.length + 1 }, () => 0)];
  for (const one of [...ours].reverse()) {
    const below = most.at(-1) ?? [];
    const row = [...below];
    for (let at = other.length - 1; at >= 0; at -= 1) {
      const found = says(one, at) ? 1 + (below[at + one.commands.length] ?? 0) : 0;
      row[at] = Math.max(found, below[at] ?? 0, row[at + 1] ?? 0);
    }
    most.push(row);
  }
  const same = [];
  let at = 0;
  for (const [index, one] of ours.entries()) {
    const [row, below] = [most[ours.length - index] ?? [], most[ours.length - index - 1] ?? []];
    const here = other.findIndex((_, place) => place >= at && says(one, place) && row[at] === 1 + (below[place + one.commands.length] ?? 0));
    if (here < 0) continue; // more are found without it
    at = here + one.commands.length;
    same.push(one.number);
  }
  return same;
}

/**
 * The entries that wait and say what a question tells of others. What was left out by an answer may have said it, too:
 * then it is not said by an entry behind it.
 * @param {import("./entries.js").Entries} entries @returns {number[]} their numbers
 */
export function same({ all, question, unsent }) {
  const entries = [...all.values()].filter((entry) => entry.asked !== null || unsent.includes(entry));
  const found = new Set(sameAs(entries, question?.theirs ?? []));
  return unsent.map(({ number }) => number).filter((number) => found.has(number));
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
