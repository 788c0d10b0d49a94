// Whom the reader may look as.

import { notify, part, said, service, token } from "../shared/page.js";
import { nameOf } from "../shared/people.js";
import { roleOf } from "../shared/tokens.js";

/** The viewer that the reader is. @returns {Promise<string>} */
export const viewerOf = async () => (token === null ? "public" : (await service.read("/view")).as);

/** Call the seats by the names of those who sit there now. @param {any} match */
export function nameViewers(match) {
  for (const option of part("as").options) {
    const seat = match.seats.find((/** @type {any} */ one) => option.value === `seat:${one.seat}`);
    if (seat) option.textContent = nameOf(seat);
  }
}

/**
 * List the viewers that the reader may look as.
 * @param {import("../time/replay.js").Replay} replay
 * @param {any} match
 * @param {string} as the viewer that the reader is
 */
export function listViewers(replay, match, as) {
  replay.own = as;
  if (replay.asked === null) replay.position.as = as;
  const over = match.outcome !== null && match.options.disclosure === "full";
  const official = ["arbiter", "scribe"].includes(roleOf(token));
  const seats = match.seats.map((/** @type {any} */ seat) => [`seat:${seat.seat}`, nameOf(seat)]);
  const all = [["public", said.public], ...seats, ["official", said.official]];
  const may = all.filter(([viewer]) => over || official || viewer === as || viewer === "public");
  // A link names whom its sender looked as, which the reader may not: then it shows what everybody may see.
  if (!may.some(([viewer]) => viewer === replay.position.as)) {
    replay.position.as = "public";
    notify(said["not-as"] ?? "");
    replay.write();
  }
  const chosen = replay.position.as;
  part("as").replaceChildren(...may.map(([viewer, label]) => new Option(label, viewer, false, viewer === chosen)));
}
