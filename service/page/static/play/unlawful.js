// What can be done although it is not lawful: the steps that would be a sin, and what happened at the table all the
// same. It is asked for when the reader opens it, and kept up to date as long as it is open.

import { query } from "../shared/service.js";

/** @typedef {import("./play.js").Move} Move */

export class Unlawful {
  /**
   * @param {HTMLDetailsElement} place
   * @param {import("../shared/service.js").Service} service
   * @param {Record<string, string>} said
   * @param {(place: HTMLElement) => import("./moves.js").MoveList} listIn a list of moves in a place
   */
  constructor(place, service, said, listIn) {
    this.place = place;
    this.service = service;
    this.said = said;
    /** The lawful moves, which are listed elsewhere. @type {Move[]} */
    this.lawful = [];
    this.known = false;
    const [title, hint, list] = ["summary", "p", "div"].map((tag) => document.createElement(tag));
    Object.assign(title ?? {}, { textContent: said.unlawful });
    place.append(...[title, hint, list].map((one) => /** @type {HTMLElement} */ (one)));
    this.hint = /** @type {HTMLElement} */ (hint);
    this.list = listIn(/** @type {HTMLElement} */ (list));
    place.hidden = true;
    place.addEventListener("toggle", () => void this.#fill());
  }

  /** @param {Move[]} lawful @param {boolean} recording by who may enter what broke the rules, too */
  async show(lawful, recording) {
    this.lawful = lawful;
    if (!this.known) void this.#learn(recording);
    await this.#fill();
  }

  /**
   * Whether it is there: for who records a match always, for others in games that have such moves. These are there
   * from the beginning, out of turn: so it is asked once.
   * @param {boolean} recording
   */
  async #learn(recording) {
    this.known = true;
    this.place.hidden = !recording && (await this.#moves()).length === 0;
  }

  async #fill() {
    const moves = this.place.open && !this.place.hidden ? await this.#moves() : [];
    this.hint.textContent = this.said[moves.length ? "unlawful-now" : "unlawful-nothing"] ?? "";
    this.list.show(moves);
  }

  /** @returns {Promise<Move[]>} */
  async #moves() {
    const { moves } = await this.service.read(`/moves${query({ possible: true, text: this.service.language })}`);
    const lawful = new Set(this.lawful.map((move) => JSON.stringify(move)));
    return moves.filter((/** @type {Move} */ move) => !lawful.has(JSON.stringify(move)));
  }
}
