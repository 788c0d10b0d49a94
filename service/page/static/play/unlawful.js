// What can be done although it is not lawful: the steps that would be a sin, and what happened at the table all the
// same. It is asked for when the reader opens it, and kept up to date as long as it is open.

import { query } from "../shared/service.js";

/**
 * @typedef {import("./play.js").Move} Move
 * @typedef {{moves: Move[], version: number}} Listed the moves that there are at a version
 */

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
    /** The lawful moves, which are listed elsewhere. @type {Listed} */
    this.lawful = { moves: [], version: -1 };
    this.known = false;
    const [title, hint, list] = ["summary", "p", "div"].map((tag) => document.createElement(tag));
    Object.assign(title ?? {}, { textContent: said.unlawful });
    place.append(...[title, hint, list].map((one) => /** @type {HTMLElement} */ (one)));
    this.hint = /** @type {HTMLElement} */ (hint);
    this.list = listIn(/** @type {HTMLElement} */ (list));
    place.hidden = true;
    place.addEventListener("toggle", () => void this.#fill());
  }

  /** @param {Listed} lawful @param {boolean} recording by who may enter what broke the rules, too */
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
    const { moves, version } = await this.#moves();
    if (version !== this.lawful.version) this.known = false; // the match has moved on meanwhile: it is asked again
    else this.place.hidden = !recording && moves.length === 0;
  }

  async #fill() {
    const { moves } = this.place.open && !this.place.hidden ? await this.#moves() : { moves: [] };
    this.hint.textContent = this.said[moves.length ? "unlawful-now" : "unlawful-nothing"] ?? "";
    this.list.show(moves);
  }

  /** What is possible and not lawful. @returns {Promise<Listed>} */
  async #moves() {
    const { moves, version } = await this.service.read(`/moves${query({ possible: true, text: this.service.language })}`);
    const lawful = new Set(this.lawful.moves.map((move) => JSON.stringify(move)));
    return { moves: moves.filter((/** @type {Move} */ move) => !lawful.has(JSON.stringify(move))), version };
  }
}
