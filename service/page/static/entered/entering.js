// What is tapped goes into the outbox at once. What can be tapped next is asked of the service: while the last entry can
// still be taken back without a trace, by a dry run of it.

import { nameOf } from "../shared/people.js";
import { Guard } from "../taps/guard.js";
import { Naming } from "../taps/naming.js";
import { Pad } from "../taps/pad.js";
import { askNote } from "./noting.js";
import { pause, query, Unanswered } from "../shared/service.js";
import { roleOf } from "../shared/tokens.js";
import { unjudged } from "../taps/unjudged.js";

/**
 * @typedef {import("../scribe/outbox.js").Outbox} Outbox
 * @typedef {import("../taps/values.js").Move} Move
 * @typedef {{version: number, moves: Move[], table: string[], awaiting: any[]}} Listed
 */

/** How long it is waited for what was entered to be stored, and for an answer, in milliseconds. */
const PAUSE = 50, TRIES = 60, PATIENCE = 5000;

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
    this.listed = { version: -1, moves: [], table: [], awaiting: [] };
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
    this.waiting = 0;
    outbox.onChange(() => this.#changed());
  }

  /** @param {any} match @param {any} game its ruleset @param {Record<string, any>} commands schemas @param {any} words */
  learn(match, game, commands, words) {
    this.naming.commands = { ...game.commands, ...commands };
    this.naming.words = words;
    this.naming.seats = match.seats.map(nameOf);
  }

  /** Enter what was tapped: one decision, or several at once. @param {Record<string, any>[]} commands @param {string} [sentence] */
  async enter(commands, sentence) {
    this.turn += 1;
    this.told.replaceChildren();
    const whole = commands.map((one) => ({ ...one }));
    for (const command of whole) {
      if (command.irregular?.note?.text === undefined) continue;
      const note = await askNote(this.told, this.said, this.naming.command(command), command.irregular.note.text);
      if (note === null) return this.pad.draw();
      command.irregular = { note };
    }
    const [only] = whole;
    const body = whole.length === 1 && only ? only : { commands: whole };
    const said = sentence ?? whole.map((one) => this.naming.command(one)).join("; ");
    for (const { type } of whole) this.common[type] = (this.common[type] ?? 0) + 1;
    this.pad.wait();
    for (const told of this.whenEntered) told();
    await this.outbox.put(body, said, this.listed.version);
    this.wake();
    await this.look();
  }

  /** What can be tapped, asked anew. */
  async look() {
    this.turn += 1;
    const { turn } = this;
    try {
      const listed = await this.#behind();
      if (turn !== this.turn || listed === null) return;
      const same = !this.pad.waits && JSON.stringify(listed.moves) === JSON.stringify(this.listed.moves);
      this.listed = listed;
      if (!same) this.pad.show(listed.moves); // else nothing moves under the finger
      for (const told of this.whenListed) told(listed);
    } catch (problem) {
      if (turn !== this.turn) return;
      if (/** @type {any} */ (problem).code === "version-moved") {
        await pause(PAUSE); // it was sent at this moment, or somebody else was faster
        await this.look();
      } else if (problem instanceof Unanswered || /** @type {Error} */ (problem).name === "TimeoutError") this.#alone();
      else await this.#refused(problem);
    }
  }

  /** Let everything be stored that waits; whether it is. */
  async settled() {
    this.outbox.fresh = null;
    this.wake();
    for (let tries = 0; tries < TRIES && this.outbox.entries.unsent.length; tries += 1) await pause(PAUSE);
    return this.outbox.entries.unsent.length === 0;
  }

  /** Without the service nothing is judged: what the game has can be written down. */
  #alone() {
    this.told.replaceChildren(Object.assign(document.createElement("p"), { textContent: this.said["tap-unjudged"] ?? "" }));
    this.pad.show(unjudged(this.naming, this.common));
    for (const told of this.whenListed) told(this.listed);
  }

  /** Take the newest entry back if it is not sent yet; whether it was. */
  async takeBack() {
    const last = this.outbox.lines().at(-1);
    if (!last?.open) return false;
    await this.outbox.leaveOut(last.number);
    await this.look();
    return true;
  }

  /** The moves behind what was entered; null while something else is on its way, or held. @returns {Promise<Listed | null>} */
  async #behind() {
    const waiting = this.outbox.lines().filter(({ state }) => state !== "stored");
    const [only] = waiting;
    if (!only) {
      const asked = query({ as: this.as, declining: this.declining, text: this.service.language });
      const listed = await this.service.read(`/moves${asked}`, { signal: AbortSignal.timeout(PATIENCE) });
      this.stored = listed.version;
      return listed;
    }
    if (waiting.length > 1 || only.state !== "waiting") return null;
    const asked = query({ dry_run: true, moves: true, as: this.as, declining: this.declining, text: this.service.language });
    // On the version that it is sent on: else it would be tried on a board on which it is already.
    const headers = { "If-Match": `"${this.outbox.entries.basisOf(/** @type {any} */ (this.outbox.entries.all.get(only.number)))}"` };
    const tried = await this.service.read(`/commands${asked}`, { method: "POST", body: only.body, headers });
    return { ...tried.moves, version: tried.version };
  }

  /** What the service would refuse is not sent, but told. @param {any} problem */
  async #refused(problem) {
    const last = this.outbox.lines().at(-1);
    this.told.replaceChildren(...this.explain(problem));
    if (last?.open) await this.outbox.leaveOut(last.number).catch(() => {});
    await this.look();
  }

  /** Something was stored, or came from elsewhere. */
  #changed() {
    const waiting = this.outbox.lines().filter(({ state }) => state !== "stored").length;
    if (this.waiting === waiting) return;
    this.waiting = waiting;
    if (this.pad.waits || waiting === 0) void this.look();
  }
}
