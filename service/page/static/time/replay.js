// The position that is looked at, and everything that shows it: board, sentence, log and time line.

import { frame, inWords, marksAt } from "../board/board.js";
import { focused, reach } from "../board/marks.js";
import { Log, LogList } from "../log/log.js";
import { html, part, said, service, told } from "../shared/page.js";
import { Pictures } from "../board/pictures.js";
import { addressOf, readPosition, writePosition } from "../shared/position.js";
import { Scrubber } from "./scrubber.js";

/**
 * @typedef {{as: string, at: number, line: number | null}} Place
 * @typedef {(place: Place, picture: SVGSVGElement, signal: AbortSignal) => void} Shown
 */

export class Replay {
  constructor() {
    const asked = readPosition();
    /** Whom the address names; null without anybody. */
    this.asked = asked.as;
    /** What is looked at: `at` is null at the newest decision, where new ones are followed. */
    this.position = { at: asked.at, line: asked.line, as: asked.as ?? "public" };
    /** The viewer that the reader is, who is not named in addresses. */
    this.own = "public";
    this.log = new Log(service);
    const go = (/** @type {number} */ version) => void this.go(version);
    this.list = new LogList(part("log"), said, go);
    this.scrubber = new Scrubber(part("slider"), part("lanes"), part("legend"), said, go);
    this.shown = -1;
    /** Whether the board of the position could not be had. */
    this.failed = false;
    this.drawing = new AbortController();
    this.pictures = new Pictures();
    /** @type {(() => void)[]} what is done when another position is looked at, before its board is there */
    this.whenMoved = [];
    /** @type {Shown[]} what is done when the board of the position is there */
    this.whenShown = [];
    /** @type {(() => void)[]} what is done when more of the log is there */
    this.whenGrown = [];
    /** @type {(() => void)[]} what else forgets what was read */
    this.whenCleared = [];
  }

  /** The version that is looked at; -1 while there is none. */
  get current() {
    return Math.min(this.position.at ?? this.log.newest, this.log.newest);
  }

  /** The first version whose board has not faded for the reader; 0 where none has. */
  get horizon() {
    return this.log.decisions.findLastIndex((decision) => decision.faded) + 1;
  }

  /** What a decision is, as the reader was told it. @param {number} version */
  sentence(version) {
    const decision = this.log.decisions[version];
    return decision?.text ?? (decision?.faded ? (said.faded ?? "") : "");
  }

  /** Where that is. @returns {Place} */
  get place() {
    return { ...this.position, at: this.current };
  }

  /** The address of a link to here. */
  get link() {
    return location.origin + addressOf({ ...this.place, as: this.#named });
  }

  get #named() {
    return this.position.as === this.own ? null : this.position.as;
  }

  /** The position into the address. */
  write() {
    writePosition({ ...this.position, as: this.#named });
  }

  /** Look at a decision; over when its board is there. @param {number} version */
  go(version) {
    this.position.at = version >= this.log.newest ? null : Math.max(0, version);
    this.write();
    return this.show();
  }

  /**
   * A line that the match has not reached is none, as a version that it has not is the newest: a link may come from
   * before a restore.
   * @param {number} newest the version of the match
   */
  bound(newest) {
    if ((this.position.line ?? 0) > newest) this.position.line = null;
    const last = this.position.line ?? newest;
    if ((this.position.at ?? 0) > last) this.position.at = null;
  }

  /** Show the board again that could not be had. */
  async mend() {
    if (this.failed) await this.show();
  }

  /**
   * Show the board of the position before the log is there, which may be long.
   * @param {number} newest the version of the match
   */
  async early(newest) {
    const at = this.position.at ?? this.position.line ?? newest;
    const picture = await this.pictures.early({ ...this.position, at }).catch(() => null);
    if (picture && this.shown < 0) part("picture").replaceChildren(picture);
  }

  /** Show the board, and everything that goes with it, at the position. */
  async show() {
    const at = this.current;
    if (at < 0) return;
    const decision = this.log.decisions[at];
    part("slider").value = String(at);
    part("number").value = String(at);
    part("number").max = String(this.log.newest);
    part("now").hidden = this.position.at === null && this.position.line === null;
    part("says").textContent = this.sentence(at);
    this.list.mark(at);
    for (const moved of this.whenMoved) moved();
    this.drawing.abort();
    this.drawing = new AbortController();
    const { signal } = this.drawing;
    if (at < this.horizon) {
      // The page shows that it has faded, asks for nothing, and keeps nothing of it.
      part("picture").replaceChildren(Object.assign(document.createElement("p"), { className: "faded", textContent: said.faded }));
      part("words").replaceChildren();
      this.shown = at;
      html.dataset.shown = String(at);
      return;
    }
    this.failed = false;
    try {
      const { place } = this;
      const picture = await this.pictures.at(place, this.#around(at), signal);
      const kept = focused(document.activeElement);
      part("picture").replaceChildren(picture);
      frame(picture, (decision?.changed ?? []).flatMap((pointer) => marksAt(picture, pointer)), "changed");
      reach(picture, kept);
      this.shown = at;
      html.dataset.shown = String(at);
      for (const shown of this.whenShown) shown(place, picture, signal);
      if (part("in-words").open) part("words").textContent = await inWords(service, place, signal);
    } catch (problem) {
      this.failed = !signal.aborted;
      if (this.failed) part("picture").replaceChildren(told(problem));
    }
  }

  /** The readable positions next to one, where readers mostly go next: on in their direction. @param {number} at */
  #around(at) {
    const on = at < this.shown ? -1 : 1;
    return [at + on, at + 2 * on, at - on].filter((one) => one >= this.horizon && one <= this.log.newest);
  }

  /** Read what is new in the log. */
  async grow() {
    await this.log.grow(this.position.as, this.position.line, (decisions) => {
      this.list.add(decisions);
    });
    // A link may name a version that is not there yet: the newest is shown, and followed.
    if ((this.position.at ?? 0) > this.log.newest) this.position.at = null;
    for (const grown of this.whenGrown) grown();
    this.scrubber.draw(this.log.newest);
  }

  /** Forget everything: other facts count, or more of them may be read. */
  clear() {
    if (this.shown >= 0) this.pictures.clear(); // at first there is nothing but the board that came early
    for (const cleared of this.whenCleared) cleared();
    this.log.clear();
    this.list.clear();
    this.scrubber.clear();
    this.shown = -1;
  }
}
