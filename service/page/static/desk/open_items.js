// What waits for an arbiter at a table: calls, accusations, appeals, findings, and that nobody can go on.

/**
 * @typedef {{kind: "call" | "accusation" | "appeal" | "finding" | "stalled", version: number, at: string | null,
 *   by?: any, seat?: number | null, rule?: string | null, reason?: any, about?: number | null, attended?: boolean,
 *   names?: string[], name?: string | null, status?: string}} Item
 * `version` is where it stands in the log, `at` when that was; `names` are those of the arbiters who attend to it, `name` is
 * who gave the ruling that an appeal is against
 */

/**
 * Everything that is open at a table, in one list by version. Where a match was given up nothing can be ruled any more, and
 * on a closed record nothing can be said.
 * @param {any} audit @param {any} match
 * @returns {Item[]}
 */
export function openItems(audit, match) {
  if (match.closed) return [];
  const isOpen = (/** @type {any} */ one) => one.status === "open" && !one.faded;
  const names = new Map(audit.rulings.map((/** @type {any} */ one) => [one.version, one.entered_by ?? null]));
  /** @type {Item[]} */
  const items = [
    ...audit.calls.filter((/** @type {any} */ { status }) => ["open", "attended"].includes(status))
      .map((/** @type {any} */ one) => ({ ...said(one), kind: "call", about: one.about, attended: one.status === "attended", names: one.attended_by ?? [] })),
    ...audit.accusations.filter(isOpen).map((/** @type {any} */ one) => ({ ...said(one), kind: "accusation", seat: one.accused, rule: one.rule })),
    ...audit.appeals.filter(isOpen).map((/** @type {any} */ one) => ({ ...said(one), kind: "appeal", about: one.ruling, name: names.get(one.ruling) ?? null })),
    ...audit.findings.filter(isOpen).map((/** @type {any} */ { complete, seat, rule }) => ({ kind: "finding", version: complete, at: null, seat, rule })),
  ];
  if (match.status === "stalled") items.push({ kind: "stalled", version: match.version, at: null });
  const left = match.status === "abandoned" ? items.filter(({ kind }) => kind === "call") : items;
  return left.sort((one, other) => one.version - other.version);
}

/** @param {any} one */
const said = ({ version, at, by, reason }) => ({ version, at, by, reason });

/** When somebody has first called at a table; null where nobody waits for an answer. @param {Item[]} items */
export const calledAt = (items) => items.filter(({ kind }) => kind === "call").map(({ at }) => at ?? "").sort()[0] ?? null;

/**
 * The order of the tables at which something waits: frozen ones first, then the oldest call, then what else is open.
 * @param {{match: any, items: Item[], since: string}} one
 * @returns {[number, string]}
 */
export function urgency({ match, items, since }) {
  if (match.status === "frozen") return [0, calledAt(items) ?? since];
  const called = calledAt(items);
  if (called !== null) return [1, called];
  if (match.status === "stalled") return [2, since];
  return items.length ? [3, items.map(({ at }) => at ?? since).sort()[0] ?? since] : [4, since];
}
