// What a seat knew at the position and not everybody did, and since when: in a list, and on the board's marks.

import { frame, marksAt } from "./board.js";
import { named } from "../shared/buttons.js";
import { part, said, service, token } from "../shared/page.js";
import { query } from "../shared/service.js";
import { roleOf } from "../shared/tokens.js";

const SVG = "http://www.w3.org/2000/svg";

export class Knowledge {
  /** @param {import("../time/replay.js").Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.over = false;
    part("knows").addEventListener("change", () => void replay.show());
    replay.whenMoved.push(() => this.#move());
    replay.whenShown.push((place, picture, signal) => void this.#show(place, picture, signal));
  }

  /** Whether the reader may ask: officials about every seat, a seat about itself when the match is over. */
  get may() {
    const { as } = this.replay.position;
    if (!as.startsWith("seat:")) return false;
    if (["arbiter", "scribe"].includes(roleOf(token))) return true;
    return this.over && roleOf(token) === "seat" && as === this.replay.own;
  }

  #move() {
    part("knowing").hidden = !this.may;
    if (!part("knows").checked || !this.may) part("known").replaceChildren();
  }

  /**
   * @param {import("../time/replay.js").Place} place
   * @param {SVGSVGElement} picture
   * @param {AbortSignal} signal
   */
  async #show({ as, at, line }, picture, signal) {
    if (!part("knows").checked || !this.may) return;
    try {
      const [{ known, board, since }, { board: open }] = await Promise.all([
        service.read(`/knowledge${query({ as, at })}`, { signal }),
        service.read(`/view${query({ as: "public", at })}`, { signal }),
      ]);
      this.#list(known);
      // People saw no dates of another line, whose board this may not be.
      if (line === null) this.#mark(picture, untold(board, open), since);
    } catch (problem) {
      if (!signal.aborted) part("known").replaceChildren(/** @type {Error} */ (problem).message);
    }
  }

  /** @param {{version: number, once?: boolean}[]} known */
  #list(known) {
    const once = new Map(known.map((one) => [one.version, one.once === true]));
    const items = [...once].map(([version, lost]) => {
      const item = document.createElement("li");
      item.append(...named(version, (to) => this.replay.go(to), (of) => this.replay.sentence(of)));
      if (lost) item.append(` ${said["known-once"]}`);
      return item;
    });
    const list = document.createElement("ul");
    list.append(...items);
    const title = said[items.length ? "known-title" : "known-nothing"];
    part("known").replaceChildren(Object.assign(document.createElement("h3"), { textContent: title }), list);
  }

  /**
   * @param {SVGSVGElement} picture
   * @param {string[]} pointers
   * @param {Record<string, number | null>} since
   */
  #mark(picture, pointers, since) {
    const marks = new Map(pointers.flatMap((pointer) => marksAt(picture, pointer).map((mark) => [mark, pointer])));
    frame(picture, marks.keys(), "known");
    for (const [mark, pointer] of marks) {
      const label = document.createElementNS(SVG, "title");
      label.textContent = `${mark.querySelector("title")?.textContent ?? ""} ${said["seen-since"]} ${sinceOf(since, pointer) ?? 0}`;
      mark.querySelector(":scope > title")?.remove();
      mark.prepend(label);
    }
  }
}

/**
 * The pointers at which a board says something else than the public one: what everybody was not told.
 * @param {any} own
 * @param {any} open
 * @param {string} [pointer]
 * @returns {string[]}
 */
export function untold(own, open, pointer = "") {
  if (JSON.stringify(own) === JSON.stringify(open)) return [];
  const alike = [own, open].every((one) => one !== null && typeof one === "object") && Array.isArray(own) === Array.isArray(open);
  // A list of other length, or an object with other members, is another thing as a whole.
  if (!alike || Object.keys(own).join() !== Object.keys(open).join()) return [pointer];
  const escaped = (/** @type {string} */ key) => key.replaceAll("~", "~0").replaceAll("/", "~1");
  return Object.keys(own).flatMap((key) => untold(own[key], open[key], `${pointer}/${escaped(key)}`));
}

/**
 * Since when something is seen: what is at a pointer, or the newest of what is in it, or what it is in.
 * @param {Record<string, number | null>} since
 * @param {string} pointer
 */
function sinceOf(since, pointer) {
  const inside = Object.keys(since).filter((one) => one === pointer || one.startsWith(`${pointer}/`));
  if (inside.length) return Math.max(...inside.map((one) => since[one] ?? 0));
  const around = Object.keys(since).filter((one) => pointer.startsWith(`${one}/`)).sort((a, b) => b.length - a.length);
  return around[0] === undefined ? null : (since[around[0]] ?? 0);
}
