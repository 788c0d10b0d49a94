// A number is asked of the table now and then: what the public board shows, without showing it. A slip that nobody has
// noticed shows early, where it costs three taps.

import { askable, Choosing } from "./askable.js";
import { keepFocus } from "../shared/focus.js";
import { query } from "../shared/service.js";

/** @typedef {import("./askable.js").Place} Place */

const DIGITS = 2;

export class Asked {
  /**
   * @param {HTMLElement} place
   * @param {import("./entering.js").Entering} entering
   * @param {Record<string, string>} said
   */
  constructor(place, entering, said) {
    this.place = place;
    this.entering = entering;
    this.said = said;
    /** The schema of the board. @type {any} */
    this.view = {};
    /** What is asked for, and when. @type {Choosing | undefined} */
    this.choosing = undefined;
    entering.whenListed.push(({ awaiting }) => void this.#turned(awaiting).catch(() => {})); // another time
  }

  /** Once a round, a number is asked for. @param {any[]} awaiting */
  async #turned(awaiting) {
    const { away, naming, service } = this.entering;
    if (away) return;
    this.choosing ??= new Choosing(naming.seats.length);
    if (!this.choosing.due(awaiting) || this.place.childElementCount) return;
    const { board } = await service.read("/view?as=public");
    const places = askable(board, this.view, naming.seats, naming.words);
    const chosen = this.choosing.chosen(places, board);
    if (chosen) this.#ask(chosen, null);
  }

  /** Nothing is asked any more: who has used keys here goes on where is tapped. */
  #over() {
    keepFocus(this.place, () => this.place.replaceChildren(), document.getElementById("tap-title"));
  }

  /** @param {Place} asked @param {number | null} before what was answered the first time */
  #ask(asked, before) {
    let text = "";
    const title = Object.assign(document.createElement("h3"), { textContent: `${asked.title}?` });
    const shown = Object.assign(document.createElement("output"), { textContent: "·" });
    const row = Object.assign(document.createElement("div"), { className: "taps" });
    const button = (/** @type {string} */ label, /** @type {() => void} */ does) => {
      const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
      made.addEventListener("click", does);
      row.append(made);
      return made;
    };
    const type = (/** @type {string} */ sign) => () => {
      if (text.replace("-", "").length < DIGITS || sign === "-") text = sign === "-" ? (text.startsWith("-") ? text.slice(1) : `-${text}`) : text + sign;
      shown.textContent = text || "·";
    };
    row.append(shown);
    for (const digit of "1234567890") button(digit, type(digit));
    button("−", type("-"));
    button(this.said["tap-is"] ?? "", () => { if (/\d/.test(text)) void this.#answered(asked, Number(text), before); });
    button(this.said["tap-skip"] ?? "", () => this.#over()).dataset.skip = "";
    const again = before === null ? [] : [Object.assign(document.createElement("p"), { textContent: this.said["tap-again"] })];
    keepFocus(this.place, () => this.place.replaceChildren(title, ...again, row), null);
    this.entering.guard.moved();
  }

  /**
   * What agrees with the record is saved; what does not, if it is answered twice.
   * @param {Place} asked @param {number} is @param {number | null} before
   */
  async #answered(asked, is, before) {
    this.#over();
    const { service } = this.entering;
    const command = { type: "table.assert", at: asked.at, is };
    if (before !== is) {
      if (!(await this.entering.settled())) return;
      const tried = await service.read(`/commands${query({ dry_run: true })}`, { method: "POST", body: command });
      const holds = tried.decisions[0].facts.every((/** @type {any} */ fact) => fact.holds !== "no");
      if (!holds) return this.#ask(asked, is);
    }
    await this.entering.enter([command]);
  }
}
