// The table is asked now and then what the public board has: for a number, without showing it; of a list, whether it is so. A
// slip that nobody has noticed shows early, where it costs three taps.

import { askable, Choosing, valueAt } from "./askable.js";
import { drawn } from "../board/board.js";
import { narrowed } from "../board/narrowed.js";
import { keepFocus } from "../shared/focus.js";
import { query } from "../shared/service.js";

/** @typedef {import("./askable.js").Place} Place */

const DIGITS = 2;

/** @param {string} tag @param {string} [text] */
const made = (tag, text) => Object.assign(document.createElement(tag), { textContent: text ?? "" });

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
    /** Lets what a seat has entered be corrected. @type {(seat: number) => Promise<void>} */
    this.correct = () => Promise.reject(new Error("not learned"));
    entering.whenListed.push(({ awaiting }) => void this.#turned(awaiting).catch(() => {})); // another time
    entering.whenEntered.push(() => {
      if (this.place.querySelector("[data-whole]")) this.#over(); // what it shows may be so no more
    });
  }

  /** Once a round something is asked for. @param {any[]} awaiting */
  async #turned(awaiting) {
    const { away, edited, naming, service } = this.entering;
    if (away || edited) return;
    this.choosing ??= new Choosing(naming.seats.length);
    if (!this.choosing.due(awaiting) || this.place.childElementCount) return;
    const { board, at } = await service.read("/view?as=public");
    const places = askable(board, this.view, naming.seats, naming.words);
    const chosen = this.choosing.chosen(places, board);
    if (chosen?.whole) await this.#isSo(chosen, valueAt(board, chosen.at), at);
    else if (chosen) this.#ask(chosen, null);
  }

  /** Nothing is asked any more: who has used keys here goes on where is tapped. */
  #over() {
    keepFocus(this.place, () => this.place.replaceChildren(), document.getElementById("tap-title"));
  }

  /** A row of buttons that ends with one to skip it, and how to add to it. */
  #row() {
    const row = Object.assign(made("div"), { className: "taps" });
    const skip = Object.assign(made("button", this.said["tap-skip"]), { type: "button" });
    skip.dataset.skip = "";
    skip.addEventListener("click", () => this.#over());
    row.append(skip);
    const button = (/** @type {string} */ label, /** @type {() => void} */ does) => {
      const one = Object.assign(made("button", label), { type: "button" });
      one.addEventListener("click", does);
      skip.before(one);
      return one;
    };
    return { row, button };
  }

  /** @param {Place} asked @param {number | null} before what was answered the first time */
  #ask(asked, before) {
    let text = "";
    const shown = made("output", "·");
    const { row, button } = this.#row();
    const type = (/** @type {string} */ sign) => () => {
      if (text.replace("-", "").length < DIGITS || sign === "-") text = sign === "-" ? (text.startsWith("-") ? text.slice(1) : `-${text}`) : text + sign;
      shown.textContent = text || "·";
    };
    row.prepend(shown);
    for (const digit of "1234567890") button(digit, type(digit));
    button("−", type("-"));
    button(this.said["tap-is"] ?? "", () => { if (/\d/.test(text)) this.#answer(asked, Number(text), before); });
    const again = before === null ? [] : [made("p", this.said["tap-again"])];
    keepFocus(this.place, () => this.place.replaceChildren(made("h3", `${asked.title}?`), ...again, row), null);
    this.entering.guard.moved();
  }

  /**
   * Whether a list is so. It is shown, for nobody taps all of it.
   * @param {Place} asked @param {any} is @param {number} at the version of the board
   */
  async #isSo(asked, is, at) {
    const picture = await drawn(this.entering.service, { as: "public", at, line: null }).catch(() => null);
    const { row, button } = this.#row();
    button(this.said["tap-is"] ?? "", () => this.#answer(asked, is, null)).dataset.yes = "";
    button(this.said["tap-is-not"] ?? "", () => {
      this.#over();
      this.entering.may(this.correct(Number(asked.at.match(/^\/seats\/(\d+)/)?.[1])));
    }).dataset.no = "";
    const names = made("p", asked.whole?.join(" – "));
    names.dataset.whole = asked.at;
    picture?.setAttribute("aria-hidden", "true"); // the names say it
    this.place.replaceChildren(made("h3", `${asked.title}: ${this.said["tap-so"]}`), ...(picture ? [picture] : []), names, row);
    if (picture) narrowed(picture, asked.at);
    this.entering.guard.moved();
  }

  /**
   * An answer is looked at; where the service cannot be asked, or other lines wait, what is asked for is there again.
   * @param {Place} asked @param {any} is @param {number | null} before
   */
  #answer(asked, is, before) {
    const question = [...this.place.childNodes];
    const again = () => { if (!this.place.childElementCount) this.place.replaceChildren(...question); };
    this.entering.may(this.#answered(asked, is, before).then(
      (looked) => { if (!looked) again(); },
      (problem) => { again(); throw problem; },
    ));
  }

  /**
   * What agrees with the record is saved; a number that does not, if it is answered twice. A list that is so no more was
   * changed since it was shown.
   * @param {Place} asked @param {any} is @param {number | null} before
   * @returns {Promise<boolean>} whether it was looked at
   */
  async #answered(asked, is, before) {
    this.#over();
    const { service } = this.entering;
    const command = { type: "table.assert", at: asked.at, is };
    if (before !== is) {
      if (!(await this.entering.settled())) return false;
      const tried = await service.read(`/commands${query({ dry_run: true })}`, { method: "POST", body: command });
      const holds = tried.decisions[0].facts.every((/** @type {any} */ fact) => fact.holds !== "no");
      if (!holds) {
        if (!asked.whole) this.#ask(asked, is);
        return true;
      }
    }
    await this.entering.enter([command], { beside: true });
    return true;
  }
}
