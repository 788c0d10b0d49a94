// New decisions as they happen: the stream rings, and what is new is read from the log, as the reader may know it.

import { follow } from "../shared/stream.js";
import { query } from "../shared/service.js";

/**
 * Follow a match until its end, or until a signal says that it is enough.
 * @param {import("../shared/service.js").Service} service
 * @param {string} as
 * @param {number} after the newest version that is known
 * @param {{grown: () => void, changed: () => void, state: (state: "live" | "lost" | "over", refused?: string) => void,
 *   stopped: () => boolean}} hooks `grown` when there is more, `changed` when what was read is no longer all there is
 */
export async function live(service, as, after, { grown, changed, state, stopped }) {
  const told = (/** @type {boolean} */ connected) => { if (!stopped()) state(connected ? "live" : "lost"); };
  const address = `${service.address}/stream${query({ as, after: after < 0 ? null : after, until: "closed" })}`;
  let seen = "";
  try {
    for await (const { event, version, data } of follow(address, service.token, told)) {
      if (stopped()) return;
      if (event === "decision" && version > after) grown();
      // Another line says so in a fact; what may be read is told again after each interruption.
      const line = (data.facts ?? []).some((/** @type {any} */ fact) => fact.type === "LineChanged");
      const visible = event === "visibility" ? JSON.stringify([data.as, data.horizon, data.disclosed]) : seen;
      if (line || (visible !== seen && seen !== "")) changed();
      seen = visible;
      if (event === "end") state("over");
    }
  } catch (problem) {
    // For good: the token counts no more, or the match may not be seen any more.
    if (!stopped()) state("lost", /** @type {any} */ (problem).detail);
  }
}
