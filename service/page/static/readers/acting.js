// As whom the page acts: said beside the title, and chosen where this device has several links to the match.

import { forgetLook } from "../log/last_look.js";
import { forgetProofs } from "../proving/proving.js";
import { notify, part, said, service, token } from "../shared/page.js";
import { nameOf } from "../shared/people.js";
import { drop, forget, keep, keptFor, roleOf, use } from "../shared/tokens.js";

/** Who may record what happens at a table. */
const SCRIBES = new Set(["scribe", "arbiter"]);

/** What can be done with the token at once, also where it does not count any more. */
export function listenToKeeping() {
  part("keep").hidden = token === null;
  if (token === null) return;
  part("keep-it").checked = keptFor(service.match).some((one) => one.token === token);
  part("forget").addEventListener("click", () => void forgetAll());
}

/** Who has written something down on the scribe's page keeps the link until it is sent. */
async function forgetAll() {
  const role = roleOf(token);
  if (SCRIBES.has(role) && await (await import("../scribe/unsent.js")).hasUnsent(`${service.match} ${role}`).catch(() => false)) {
    notify(said["still-unsent"] ?? "");
    return;
  }
  forget(service.match, token ?? "");
  forgetLook();
  forgetProofs();
  location.reload();
}

/** The links of this device, the reader's own first. @type {import("../shared/tokens.js").Kept[]} */
let all = [];

/** Call them by the names of those who sit there now. @param {any} match */
export function nameActing(match) {
  const named = all.map(({ as, token: of }) =>
    (as.startsWith("seat:") ? nameOf({ seat: Number(as.slice(5)), name: null, ...match.seats[Number(as.slice(5))] }) : (said[`role-${roleOf(of)}`] ?? as)));
  for (const [index, name] of named.entries()) part("who").options[index].textContent = name;
  part("me").textContent = named.length === 1 ? named[0] : "";
}

/**
 * Say as whom the page acts.
 * @param {any} match
 * @param {string} own the viewer that the reader's token is for
 */
export function showActing(match, own) {
  if (token === null) return;
  const { match: id } = service;
  const me = { token, as: own };
  all = [me, ...keptFor(id).filter((one) => one.token !== token)];
  part("who").replaceChildren(...all.map((_, index) => new Option("", String(index))));
  part("who").addEventListener("change", () => {
    use(id, all[Number(part("who").value)]?.token ?? token ?? "");
    location.reload();
  });
  nameActing(match);
  part("who").hidden = all.length === 1;
  part("acting").hidden = false;
  part("record").hidden = match.mode !== "recorded" || !SCRIBES.has(roleOf(token));
  part("keep-it").addEventListener("change", () => (part("keep-it").checked ? keep(id, me) : drop(id, token ?? "")));
}
