// Who has countersigned which board: a full mark for a seat with a link of its own, half of one with a link that others
// have had, a hollow one for the word of the scribe.

import { part, said } from "../shared/page.js";
import { nameOf } from "../shared/people.js";

/** @typedef {{by: number | string, upto: number, lapsed: boolean, own?: boolean}} Countersignature */

const [OWN, SEAT, SCRIBE] = ["●", "◐", "○"];

/** @param {{countersigned: Countersignature[], seats: import("../shared/people.js").Seat[]}} match */
export function showCountersigned({ countersigned, seats }) {
  const place = part("countersigned");
  place.hidden = countersigned.length === 0;
  place.replaceChildren(`${said.countersigned} `, ...countersigned.flatMap((one, index) => {
    const name = typeof one.by === "number" ? nameOf(seats[one.by] ?? { seat: one.by, name: null }) : said[`role-${one.by}`];
    const text = `${one.by === "scribe" ? SCRIBE : one.own ? OWN : SEAT} ${name ?? one.by} (${one.upto})`;
    if (!one.lapsed) return index ? [", ", text] : [text];
    const struck = Object.assign(document.createElement("s"), { textContent: text });
    const why = `, ${said["countersigned-lapsed"]}`;
    return index ? [", ", struck, why] : [struck, why];
  }));
}
