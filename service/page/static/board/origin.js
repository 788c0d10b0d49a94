// Where a thing on the board comes from: the decision that put it there, and since when the reader sees it.

import { drawn } from "./board.js";
import { named } from "../shared/buttons.js";

/**
 * @typedef {{as: string, at: number, line: number | null}} Place
 */

export class Origins {
  /**
   * @param {import("../shared/service.js").Service} service
   * @param {HTMLElement} place where it is told
   * @param {Record<string, string>} said
   * @param {(version: number) => void} go
   * @param {(version: number) => string} sentence
   */
  constructor(service, place, said, go, sentence) {
    this.service = service;
    this.place = place;
    this.said = said;
    this.go = go;
    this.sentence = sentence;
    this.asked = "";
    /** @type {Promise<SVGSVGElement> | null} */
    this.dated = null;
  }

  /**
   * Tell of the mark at a pointer.
   * @param {string} pointer
   * @param {string} title
   * @param {Place} place
   */
  async tell(pointer, title, { as, at, line }) {
    this.place.replaceChildren(Object.assign(document.createElement("h2"), { textContent: title || pointer }));
    if (line !== null) return; // people saw no dates of another line
    const asked = `${as} ${at}`;
    if (asked !== this.asked || this.dated === null) {
      this.asked = asked;
      this.dated = drawn(this.service, { as, at, line: null, since: true });
    }
    const mark = [...(await this.dated).querySelectorAll("[data-at]")].find(
      (one) => /** @type {SVGElement} */ (one).dataset.at === pointer,
    );
    const { put, since } = /** @type {SVGElement | undefined} */ (mark)?.dataset ?? {};
    if (put !== undefined) this.#line(this.said["put-by"] ?? "", Number(put));
    if (since !== undefined && since !== put) this.#line(this.said["seen-since"] ?? "", Number(since));
  }

  clear() {
    this.place.replaceChildren();
  }

  /** Keep nothing of what was read. */
  forget() {
    this.clear();
    this.asked = "";
    this.dated = null;
  }

  /**
   * @param {string} label
   * @param {number} version
   */
  #line(label, version) {
    const line = this.place.appendChild(document.createElement("p"));
    line.append(`${label} `);
    line.append(...named(version, this.go, this.sentence));
  }
}
