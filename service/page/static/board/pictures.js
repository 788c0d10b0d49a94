// The boards next to the one that is looked at, fetched ahead, so that a step shows its board at once.

import { drawn, shapeOf } from "./board.js";
import { service } from "../shared/page.js";

/** @typedef {{as: string, at: number, line: number | null}} Place */

export class Pictures {
  constructor() {
    /** @type {Map<string, {picture: Promise<SVGSVGElement>, control: AbortController}>} */
    this.fetched = new Map();
    /** Whether boards are fetched ahead: not where they fade, which may be while they are on their way. */
    this.ahead = true;
  }

  /**
   * The board of a place, which is kept for who asks for it next.
   * @param {Place} place
   */
  async early(place) {
    this.#fetch(place);
    const picture = await this.fetched.get(nameOf(place))?.picture;
    return picture ? /** @type {SVGSVGElement} */ (picture.cloneNode(true)) : null;
  }

  /**
   * The board of a place; then those at the versions *next* are fetched, and all others are given up.
   * @param {Place} place
   * @param {number[]} next
   * @param {AbortSignal} signal
   */
  async at(place, next, signal) {
    const early = this.fetched.has(nameOf(place));
    // One that is there or on its way is kept; what is on its way to somewhere else makes room.
    const wanted = new Set([place.at, ...next].map((at) => nameOf({ ...place, at })));
    for (const [name, { control }] of this.fetched) if (!wanted.has(name)) this.#drop(name, control);
    // It is kept, too: after the next step it is a neighbour. What failed early, or was given up, is asked for once more.
    if (this.ahead) this.#fetch(place);
    const whole = await this.fetched.get(nameOf(place))?.picture.catch((problem) => {
      if (!early && problem.name !== "AbortError") throw problem;
    });
    const picture = whole ?? (await drawn(service, place, signal));
    if (signal.aborted) throw new DOMException("another position is looked at", "AbortError");
    if (this.ahead) for (const at of next) this.#fetch({ ...place, at });
    return /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  }

  /** @param {Place} place */
  #fetch(place) {
    const name = nameOf(place);
    if (this.fetched.has(name)) return;
    const control = new AbortController();
    const picture = drawn(service, place, control.signal);
    picture.catch(() => this.fetched.delete(name));
    this.fetched.set(name, { picture, control });
  }

  /**
   * @param {string} name
   * @param {AbortController} control
   */
  #drop(name, control) {
    this.fetched.delete(name);
    control.abort();
  }

  /** Forget all: other facts count, or fewer of them may be read. */
  clear() {
    for (const [name, { control }] of this.fetched) this.#drop(name, control);
  }
}

/** @param {Place} place */
function nameOf({ as, at, line }) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return `${as} ${at} ${line} ${shapeOf()} ${dark}`;
}
