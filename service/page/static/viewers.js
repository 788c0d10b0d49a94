// Whom the reader may look as.

import { part, said, service, token } from "./page.js";
import { roleOf } from "./tokens.js";

/**
 * Learn who the reader is, and list the viewers that they may look as.
 * @param {import("./replay.js").Replay} replay
 * @param {any} match
 */
export async function listViewers(replay, match) {
  const { as } = await service.read("/view");
  replay.own = as;
  if (replay.asked === null) replay.position.as = as;
  const over = match.outcome !== null && match.options.disclosure === "full";
  const official = ["arbiter", "scribe"].includes(roleOf(token));
  const seats = match.seats.map((/** @type {any} */ seat) => [`seat:${seat.seat}`, seat.name]);
  const all = [["public", said.public], ...seats, ["official", said.official]];
  const may = all.filter(([viewer]) => over || official || viewer === as || viewer === "public");
  const chosen = replay.position.as;
  part("as").replaceChildren(...may.map(([viewer, label]) => new Option(label, viewer, false, viewer === chosen)));
}
