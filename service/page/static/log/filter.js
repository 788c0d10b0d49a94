// The filter of the log: by seat, and by kind of decision.

import { part, said } from "../shared/page.js";

/** Which kinds each choice shows. @type {Record<string, string[]>} */
const KINDS = { all: [], game: ["game", "automatic", "chance"], chance: ["chance"], table: ["table"] };

export class Filter {
  /** @param {import("../time/replay.js").Replay} replay */
  constructor(replay) {
    for (const id of ["filter", "filter-seat"]) part(id).addEventListener("change", () => this.#apply());
    replay.whenGrown.push(() => this.#apply());
  }

  /** @param {string[]} seats the names of the seats; what was chosen stays */
  learn(seats) {
    const chosen = part("filter-seat").value;
    const options = seats.map((name, seat) => new Option(name, String(seat)));
    part("filter-seat").replaceChildren(new Option(said["filter-all"], ""), ...options);
    part("filter-seat").value = chosen;
  }

  #apply() {
    const kinds = KINDS[part("filter").value] ?? [];
    const seat = part("filter-seat").value;
    for (const item of part("log").children) {
      const shown = (!kinds.length || kinds.includes(item.dataset.kind)) && (seat === "" || item.dataset.seat === seat);
      item.hidden = !shown;
    }
  }
}
