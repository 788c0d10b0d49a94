// The link of a seat, which the person who opened the match has, too: the seat can make it its own. Nobody else has it then,
// so it is kept on this device, and shown when the seat asks for it.

import { part, said, service, token, wording } from "../shared/page.js";
import { nameOf } from "../shared/people.js";
import { drop, keep, roleOf, use } from "../shared/tokens.js";
import { showRenewed } from "./renewed.js";

const later = `kerbholz later ${service.match}`;

/**
 * Offer a seat to make its link its own, or show it the link that is.
 * @param {any} match
 * @param {string} own the viewer that the reader's token is for
 */
export function offerOwn(match, own) {
  const seat = match.seats.find((/** @type {any} */ one) => own === `seat:${one.seat}`);
  if (!seat || !token || roleOf(token) !== "seat") return;
  const names = match.seats.map(nameOf);
  part("my-link").hidden = !seat.own;
  part("my-link").addEventListener("click", () => void showRenewed({ tokens: [{ role: "seat", seat: seat.seat, token: token ?? "" }] }, names));
  part("mine").hidden = seat.own || match.closed || service.until !== null || localStorage.getItem(later) !== null;
  part("make-mine").addEventListener("click", () => void make(seat.seat, own));
  part("mine-later").addEventListener("click", () => {
    localStorage.setItem(later, "yes");
    part("mine").hidden = true;
  });
}

/**
 * Replace the token by another one. What cannot be kept is not asked for; and where no answer comes it is not asked for
 * again, since the token may not count any more.
 * @param {number} seat @param {string} own
 */
async function make(seat, own) {
  const [button, what] = [part("make-mine"), part("mine-told")];
  button.disabled = true;
  try {
    keep(service.match, { token: token ?? "", as: own });
    const body = { type: "table.replace-token", role: "seat", seat };
    const { tokens } = await service.read("/commands", { method: "POST", body });
    const given = tokens[0].token;
    keep(service.match, { token: given, as: own });
    use(service.match, given);
    drop(service.match, token ?? "");
    location.reload();
  } catch (problem) {
    what.textContent = await lost() ? (said["mine-lost"] ?? "") : wording(problem);
    button.disabled = false;
  }
}

/** Whether the token does not count any more. */
async function lost() {
  return service.read("/moves").then(() => false, (problem) => problem.status === 401);
}
