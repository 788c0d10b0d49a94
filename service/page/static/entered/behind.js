// What can be tapped behind what was entered: while the last entry can still be taken back without a trace, by a dry run of it.

import { query, Unanswered } from "../shared/service.js";

/** How long it is waited for an answer, in milliseconds. */
export const PATIENCE = 5000;

/**
 * The moves behind what was entered; or that it is on its way, or held, or edited behind others. Rejects where the service refuses it, or cannot be
 * asked.
 * @param {import("./entering.js").Entering} entering
 * @returns {Promise<import("./entering.js").Listed | "under way" | "held" | "edited">}
 */
export async function behind(entering) {
  const { service, outbox, as, declining } = entering;
  const waiting = outbox.lines().filter(({ state }) => state !== "stored");
  const [only] = waiting;
  const signal = AbortSignal.timeout(PATIENCE);
  entering.tried = null;
  const { edited } = outbox;
  if (edited !== null && (only?.number !== edited || entering.away || !outbox.connected)) return "edited";
  if (!only || edited !== null) { // what is edited is not on the board yet
    const listed = await service.read(`/moves${query({ as, declining, text: service.language })}`, { signal });
    entering.stored = listed.version;
    return { ...listed, seen: listed.version };
  }
  if (waiting.some(({ state }) => state === "held")) return "held";
  if (entering.away || !outbox.connected) throw new Unanswered();
  if (waiting.length > 1 || only.state !== "waiting") return "under way";
  entering.tried = only.number;
  const asked = query({ dry_run: true, moves: true, as, declining, text: service.language });
  // On the version that it is sent on: else it would be tried on a board on which it is already.
  const seen = outbox.entries.basisOf(/** @type {any} */ (outbox.entries.all.get(only.number)));
  const headers = { "If-Match": `"${seen}"` };
  const tried = await service.read(`/commands${asked}`, { method: "POST", body: only.body, headers, signal });
  return { ...tried.moves, version: tried.version, seen };
}
