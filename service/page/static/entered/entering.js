// What is tapped goes into the outbox at once. What can be tapped next is asked of the service: while the last entry can
// still be taken back without a trace, by a dry run of it.

import { behind, PATIENCE } from "./behind.js";
import { commandsOf } from "../scribe/conflicts.js";
import { TooLate } from "../scribe/entries.js";
import { nameOf } from "../shared/people.js";
import { Guard } from "../taps/guard.js";
import { Halfway } from "./halfway.js";
import { Naming } from "../taps/naming.js";
import { Pad } from "../taps/pad.js";
import { askNote } from "./noting.js";
import { passes, pause, Unanswered } from "../shared/service.js";
import { roleOf } from "../shared/tokens.js";
import { unjudged } from "../taps/unjudged.js";

/**
 * @typedef {import("../scribe/outbox.js").Outbox} Outbox
 * @typedef {import("../scribe/entries.js").Line} Line
 * @typedef {import("../taps/values.js").Move} Move
 * @typedef {{version: number, seen: number, moves: Move[], table: string[], awaiting: any[]}} Listed `version` may be
 *   foreseen, by a dry run; `seen` is one that is there: what was foreseen may never come
 */

/** How long it is waited for what was entered to be stored, in milliseconds; and before a version is asked for again. */
const PAUSE = 50, TRIES = 60, LONGEST = 2000;

export class Entering {
  /**
   * @param {import("../shared/service.js").Service} service
   * @param {Outbox} outbox
   * @param {() => void} wake lets what is in the outbox be sent
   * @param {HTMLElement} place where is tapped
   * @param {HTMLElement} told where is said what was refused
   * @param {Record<string, string>} said
   */
  constructor(service, outbox, wake, place, told, said) {
    this.service = service;
    this.outbox = outbox;
    this.wake = wake;
    this.told = told;
    this.said = said;
    this.naming = new Naming(said);
    this.guard = new Guard();
    this.pad = new Pad(place, this.naming, this.guard, (commands) => void this.enter(commands));
    /** From which board moves are made: the public one, for the phone lies on the table. */
    this.as = "public";
    /** Whether what was offered and not used is declined by what comes next: who records the match may say so. */
    this.declining = roleOf(service.token) === "scribe";
    /** The newest moves, and the version that they are for. @type {Listed} */
    this.listed = { version: -1, seen: -1, moves: [], table: [], awaiting: [] };
    /** @type {((listed: Listed) => void)[]} */
    this.whenListed = [];
    /** @type {(() => void)[]} */
    this.whenEntered = [];
    /** What is said of a refusal. @type {(problem: any) => Node[]} */
    this.explain = (problem) => [document.createTextNode(problem.message)];
    this.turn = 0;
    /** How often each type of command was entered. @type {Record<string, number>} */
    this.common = {};
    /** The newest version that is certainly stored. */
    this.stored = 0;
    /** How the outbox was when it was looked at last. */
    this.outboxed = { number: 0, connected: true, held: false };
    /** Whether it is known what things are called. */
    this.learned = false;
    /** Whether the service did not answer when it was asked last. */
    this.away = false;
    /** The entry that is tried at the moment. @type {number | null} */
    this.tried = null;
    /** The newest entry, if it was tapped with the service there: then somebody sees what is said of it. @type {number | null} */
    this.watched = null;
    /** How often a version was too old, one time after the other. */
    this.missed = 0;
    /** Told when an entry is edited, and when that is over. @type {((line: Line | null) => void)[]} */
    this.whenEdited = [];
    /** The entry that is edited: what is entered comes in its place. @type {Line | null} */
    this.edited = null;
    /** Which of several commands at once is edited. */
    this.which = 0;
    /** Whether what is entered comes before what is edited, together with it: it was forgotten. */
    this.before = false;
    this.halfway = new Halfway(service.match);
    this.pad.tapping = (part) => { if (!this.edited && !this.halfway.left) this.halfway.keep(this.listed.version, part); };
    outbox.onChange(() => this.#changed());
  }

  /** Edit an entry that is not sent; null: none any more. @param {Line | null} line */
  async edit(line) {
    this.#edited(line);
    await this.look();
  }

  /** @param {Line | null} line */
  #edited(line) {
    this.edited = line;
    this.which = 0;
    this.before = false;
    this.pad.wait();
    for (const told of this.whenEdited) told(line);
    this.outbox.editing(line?.number ?? null);
  }

  /** Let what is entered come before what is edited. */
  async forgotten() {
    this.before = true;
    this.pad.wait();
    await this.look();
  }

  /** Take what is edited back into the pad, as it was tapped. */
  takeUp() {
    if (this.before) return;
    const command = this.edited && commandsOf(this.edited.body)[this.which];
    if (command) this.pad.begin(command);
  }

  /** @param {any} match @param {any} game its ruleset @param {Record<string, any>} commands schemas @param {any} words */
  learn(match, game, commands, words) {
    this.naming.commands = { ...game.commands, ...commands };
    this.naming.words = words;
    this.call(match);
    if (this.listed.version < 0) this.listed.version = this.listed.seen = match.version; // what is entered without the service was entered on that
    this.learned = true;
  }

  /** Who sits where: somebody else may sit down, or a name be mended. @param {any} match */
  call({ seats, empty = [] }) {
    Object.assign(this.naming, { seats: seats.map(nameOf), empty });
  }

  /**
   * Enter what was tapped: one decision, or several at once.
   * @param {Record<string, any>[]} commands
   * @param {{sentence?: string, typed?: string, beside?: boolean}} [more] `typed` is the line, where it was typed; what is
   *   `beside` comes in no other's place
   */
  async enter(commands, { sentence, typed = "", beside = false } = {}) {
    this.turn += 1;
    const alone = this.told.querySelector("[data-alone]") !== null;
    this.told.replaceChildren();
    const whole = commands.map((one) => ({ ...one }));
    for (const command of whole) if (command.seat === null) delete command.seat; // of chance
    for (const command of whole) {
      if (command.irregular?.note?.text === undefined) continue;
      const note = await askNote(this.told, this.said, this.naming.command(command), command.irregular.note.text);
      if (note === null) return this.pad.draw();
      command.irregular = { note };
    }
    for (const { type } of whole) this.common[type] = (this.common[type] ?? 0) + 1;
    this.pad.wait();
    for (const told of this.whenEntered) told();
    try {
      if (this.edited && !beside) await this.#instead(whole, sentence, typed);
      else {
        const number = await this.outbox.put(bodyOf(whole), sentence ?? this.#said(whole), this.listed.seen, undefined, typed);
        this.watched = alone ? null : number;
      }
    } catch (problem) {
      if (problem instanceof TooLate) await this.look();
      else this.pad.resume();
      this.told.replaceChildren(...this.explain(problem));
      return;
    }
    this.wake();
    await this.look();
  }

  /** Enter it in the place of what is edited, or before it; of several at once, in the place of one. @param {Record<string, any>[]} commands @param {string | undefined} sentence @param {string} typed */
  async #instead(commands, sentence, typed) {
    const { body: before, number, seen } = /** @type {Line} */ (this.edited);
    const several = commandsOf(before);
    const one = several.length > 1 && commands.length === 1;
    const whole = this.before ? [...commands, ...several] : one ? several.with(this.which, commands[0] ?? {}) : commands;
    const { question } = this.outbox.entries;
    // Who edits what is held has seen what the question tells of others.
    const version = question && question.kind !== "refused" ? Math.max(seen, question.newest) : seen;
    try {
      await this.outbox.edit(number, bodyOf(whole), (!this.before && sentence) || this.#said(whole), version, undefined, this.before ? "" : typed);
      this.#edited(null);
    } catch (problem) {
      if (problem instanceof TooLate) this.#edited(null);
      throw problem;
    }
  }

  /** @param {Record<string, any>[]} commands */
  #said(commands) {
    return commands.map((one) => this.naming.command(one)).join("; ");
  }

  /** What can be tapped, asked anew. */
  async look() {
    if (!this.learned) return; // there are no words for it yet
    this.turn += 1;
    const { turn } = this;
    try {
      const listed = await behind(this);
      if (turn !== this.turn) return;
      if (listed === "edited") return this.#alone(this.away || !this.outbox.connected ? "tap-unjudged" : this.before ? "tap-ahead" : "tap-edited");
      if (listed === "held") return this.#alone("tap-held");
      if (listed === "under way") {
        setTimeout(() => { if (turn === this.turn && this.pad.waits) this.#alone(); }, PATIENCE);
        return;
      }
      this.missed = 0;
      this.away = false;
      const alone = this.told.querySelector("[data-alone]");
      alone?.remove();
      const same = !alone && !this.pad.waits && JSON.stringify(listed.moves) === JSON.stringify(this.listed.moves);
      this.listed = listed;
      if (!same) this.#show(listed.moves); // else nothing moves under the finger
      for (const told of this.whenListed) told(listed);
    } catch (problem) {
      if (turn !== this.turn) return;
      const { code, name, status } = /** @type {any} */ (problem);
      if (code === "version-moved") {
        await pause(Math.min(PAUSE * 2 ** this.missed, LONGEST)); // it was sent at this moment, or somebody else was faster
        this.missed += 1;
        if (turn === this.turn) await this.look();
      } else if (problem instanceof Unanswered || name === "TimeoutError" || passes({ status, code })) this.#alone();
      else await this.#refused(problem);
    }
  }

  /** Let everything be stored that waits; whether it is. */
  async settled() {
    if (this.edited) return false; // it waits until it is edited
    this.outbox.fresh = null;
    this.wake();
    for (let tries = 0; tries < TRIES && this.outbox.entries.unsent.length; tries += 1) await pause(PAUSE);
    return this.outbox.entries.unsent.length === 0;
  }

  /** Without the service nothing is judged: what the game has can be written down. @param {string} why */
  #alone(why = "tap-unjudged") {
    this.away = why === "tap-unjudged";
    this.watched = null; // it is looked at later, if at all
    if (this.away && this.outbox.connected) this.#lookLater();
    if (/** @type {HTMLElement | null} */ (this.told.querySelector("[data-alone]"))?.dataset.alone === why && !this.pad.waits) return; // nothing moves under the finger
    const told = Object.assign(document.createElement("p"), { textContent: this.said[why] ?? "" });
    told.dataset.alone = why;
    this.told.replaceChildren(told);
    this.#show(unjudged(this.naming, this.common));
    for (const told of this.whenListed) told(this.listed);
  }

  /** One answer came too late, and nothing else may come that says that the service is there. */
  #lookLater() {
    const { turn } = this;
    setTimeout(() => { if (turn === this.turn) void this.look(); }, PATIENCE);
  }

  /** @param {Move[]} moves */
  #show(moves) {
    this.pad.show(moves);
    if (this.edited) return this.takeUp();
    const half = this.halfway.again(this.listed.version);
    if (half) this.pad.begin(half, true);
  }

  /** Take the newest entry back if it is not sent yet; whether it was. */
  async takeBack() {
    const last = this.outbox.lines().at(-1);
    if (!last?.open) return false;
    await this.outbox.leaveOut(last.number);
    await this.look();
    return true;
  }

  /**
   * What the service would refuse is not sent, but told: to whoever has just tapped it. What was written down before is
   * sent, and held then: it is not to be lost.
   * @param {any} problem
   */
  async #refused(problem) {
    const { tried, watched } = this;
    if (tried !== null && tried !== watched) {
      this.outbox.fresh = null;
      this.wake();
      return this.#alone();
    }
    this.told.replaceChildren(...this.explain(problem));
    if (tried === null) return; // it would refuse that again
    await this.outbox.leaveOut(tried).catch(() => {});
    await this.look();
  }

  /** Something was stored, or came from elsewhere. */
  #changed() {
    const waiting = this.outbox.lines().filter(({ state }) => state !== "stored");
    const edited = this.edited && waiting.find(({ number }) => number === this.edited?.number);
    if (this.edited && !edited?.open) return void this.edit(null); // it was left out meanwhile
    const { connected } = this.outbox;
    const held = waiting.some(({ state }) => state === "held");
    const before = this.outboxed;
    if (before.number === waiting.length && before.connected === connected && before.held === held) return;
    this.outboxed = { number: waiting.length, connected, held };
    if (connected && (!before.connected || waiting.length < before.number)) this.away = false;
    if (this.edited) return;
    if (held && connected) {
      this.turn += 1;
      this.#alone("tap-held");
    } else if (this.pad.waits || waiting.length === 0) void this.look();
  }

  /** Do what may fail, and tell why it did. @param {Promise<unknown>} work */
  may(work) {
    work.catch((problem) => {
      this.told.replaceChildren(...this.explain(problem));
      const first = this.told.querySelector("p");
      if (first && problem instanceof Unanswered) first.dataset.alone = "unanswered"; // until it answers
    });
  }

  /** The service answers again. */
  again() {
    this.away = false;
    if (this.told.querySelector("[data-alone]")) void this.look();
  }
}

/** What is sent: a command, or several at once. @param {Record<string, any>[]} commands */
const bodyOf = (commands) => (commands.length === 1 ? (commands[0] ?? {}) : { commands });
