// What has happened since the reader's last look: sentences, and marks on the board. Kept on the device is a cursor
// alone, the version that was seen; what happened is in the log that the page reads anyway.

import { frame, marksAt } from "../board/board.js";
import { named } from "../shared/buttons.js";
import { part, said, service } from "../shared/page.js";

const name = `kerbholz seen ${service.match}`;
/** Sentences that are listed at most: the others are in the log, whose newest part this is. */
const LISTED = 40;
let forgotten = false;

/** Keep nothing on this device of what the reader has seen. */
export function forgetLook() {
  forgotten = true;
  localStorage.removeItem(name);
}

export class LastLook {
  /** @param {import("../time/replay.js").Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.seen = this.#kept();
    part("since-over").addEventListener("click", () => this.#over());
    // Only somebody who looks has seen it.
    document.addEventListener("visibilitychange", () => document.hidden && this.#keep());
    addEventListener("pagehide", () => this.#keep());
    replay.whenGrown.push(() => this.#list());
    replay.whenShown.push((place, picture) => this.#mark(place, picture));
  }

  /** The version that was seen; null without any. */
  #kept() {
    const kept = localStorage.getItem(name);
    return kept !== null && /^\d{1,9}$/.test(kept) ? Number(kept) : null;
  }

  #keep() {
    const { newest } = this.replay.log;
    if (forgotten || newest < 0 || service.until !== null || this.replay.position.line !== null) return;
    localStorage.setItem(name, String(newest));
  }

  /** What is new, unless nothing was seen before, or the log is not the one that was seen. */
  get #news() {
    const { log } = this.replay;
    return this.seen === null || service.until !== null || this.seen >= log.newest ? [] : log.decisions.slice(this.seen + 1);
  }

  #list() {
    const news = this.#news;
    part("since").hidden = news.length === 0;
    const link = (/** @type {number} */ version) =>
      named(version, (to) => this.replay.go(to), (of) => this.replay.sentence(of));
    const items = news.slice(-LISTED).map(({ version }) => {
      const item = document.createElement("li");
      item.append(...link(version));
      return item;
    });
    const first = news[0];
    if (first && news.length > LISTED) {
      const more = document.createElement("li");
      more.append(`${said["since-more"] ?? ""} `, ...link(first.version));
      items.unshift(more);
    }
    part("since-list").replaceChildren(...items);
  }

  /**
   * At the newest position, frames around everything that is new.
   * @param {import("../time/replay.js").Place} place
   * @param {SVGSVGElement} picture
   */
  #mark({ at }, picture) {
    if (at !== this.replay.log.newest) return;
    const changed = new Set(this.#news.flatMap((decision) => decision.changed ?? []));
    frame(picture, [...changed].flatMap((pointer) => marksAt(picture, pointer)), "news");
  }

  #over() {
    this.#keep();
    this.seen = this.replay.log.newest;
    this.#list();
    part("log-title").focus(); // the button that had it is gone
    void this.replay.show();
  }
}
