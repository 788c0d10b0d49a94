// The board as everybody may see it, at its last version; kept on this device, so that it is there without the service.

import { drawn, inWords } from "../board/board.js";
import { live } from "../log/live.js";
import { recall, remember } from "./store.js";
import { html, part, said, service } from "../shared/page.js";
import { oneByOne } from "../shared/serial.js";
import { query } from "../shared/service.js";

/** @typedef {{version: number, match: any, picture: string, words: string}} Seen */

export class Standing {
  /** @param {string} place where it is kept: that of the outbox */
  constructor(place) {
    this.place = place;
    /** What is shown; null before anything was. @type {Seen | null} */
    this.seen = null;
    /** Whether it is what the service says at the moment. */
    this.now = false;
    /** Told when another version is shown. @type {((seen: Seen) => void)[]} */
    this.whenShown = [];
    this.isAway = false;
    this.read = oneByOne(() => this.#read());
  }

  /** The version that is shown; -1 without any. */
  get version() {
    return this.seen?.version ?? -1;
  }

  /** Show what is kept, then what the service says, and go on with that. @returns {Promise<void>} rejects where it refuses */
  async begin() {
    const kept = await recall(this.place, "seen").catch(() => undefined);
    if (kept) this.#show(kept, false);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => void this.read().catch(() => {}));
    await this.read().catch(refusedOnly);
    await live(service, "public", this.version, {
      grown: () => void this.read().catch(() => {}),
      changed: () => void this.read().catch(() => {}),
      state: (state, refused) => {
        part("connection").textContent = refused ?? said[`connection-${state}`] ?? "";
        if (state === "live") void this.read().catch(() => {});
        else this.#show(this.seen, false);
      },
      stopped: () => false,
    });
  }

  async #read() {
    const match = await service.read(query({ text: service.language }));
    const place = { as: "public", at: match.version, line: null };
    const [picture, words] = await Promise.all([drawn(service, place), inWords(service, place)]);
    const seen = { version: match.version, match, picture: new XMLSerializer().serializeToString(picture), words };
    this.#show(seen, true);
    // Of a board that fades the newest is kept alone, too: the next one takes its place.
    await remember(this.place, "seen", seen).catch(() => {});
  }

  /** Say whether what is sent arrives: a stream may seem to be there for a while. @param {boolean} away */
  away(away) {
    if (away === this.isAway) return;
    this.isAway = away;
    part("connection").textContent = said[away ? "connection-lost" : "connection-live"] ?? "";
    if (away) this.#show(this.seen, false);
    else void this.read().catch(() => {});
  }

  /** @param {Seen | null} seen @param {boolean} now */
  #show(seen, now) {
    this.now = now;
    if (now && seen) html.dataset.ready = String(seen.version);
    part("as-of").textContent = now || !seen ? "" : `${said["as-of"]} ${seen.version}`;
    if (!seen || seen === this.seen) return;
    this.seen = seen;
    const picture = new DOMParser().parseFromString(seen.picture, "image/svg+xml").documentElement;
    part("picture").replaceChildren(document.importNode(picture, true));
    part("words").textContent = seen.words;
    part("state").textContent = seen.match.text;
    html.dataset.shown = String(seen.version);
    for (const told of this.whenShown) told(seen);
  }
}

/** What passes is waited for; what the service refuses is for the reader. @param {any} problem */
function refusedOnly(problem) {
  if ([401, 403, 404].includes(problem.status)) throw problem;
}
