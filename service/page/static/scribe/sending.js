// Sends what is in the outbox: in order, one at a time, each on the version that its scribe had seen. Whatever is cut
// off on the way is sent again with its key, and recorded once.

import { commandsOf, disturbs, rules, saidBy } from "./conflicts.js";
import { Elsewhere, TooLate } from "./entries.js";
import { oneByOne } from "../shared/serial.js";

/** @typedef {import("./entries.js").Entry} Entry */
/** @typedef {import("./conflicts.js").Decision} Decision */

/**
 * @typedef {{status: number, document: any}} Answer
 * @typedef {object} Wire
 * @property {(bytes: string, key: string, version: number) => Promise<Answer>} send rejects with `Away` where no answer
 *   came, or one that says nothing about what was sent
 * @property {(after: number) => Promise<Answer>} decisions what is behind a version, with texts
 * @property {(milliseconds: number, awake: Promise<void>) => Promise<void>} pause until then, or until it is woken
 */

/** The service cannot be reached, or cannot answer now. */
export class Away extends Error {
  /** @param {number} [milliseconds] after which to come back, if it was said */
  constructor(milliseconds) {
    super();
    this.milliseconds = milliseconds;
  }
}

/** In which an entry can be taken back without a trace, in milliseconds. */
export const GRACE = 3000;
const SHORTEST = 1000, LONGEST = 15_000;
/** How often an entry is sent again at once, where what others entered does not matter to it. */
const TRIES = 5;
/** Statuses about the token or the match, and not about what was sent. */
const IN_GENERAL = new Set([401, 404]);

export class Sending {
  /** @param {import("./outbox.js").Outbox} outbox @param {Wire} wire @param {number} [grace] milliseconds */
  constructor(outbox, wire, grace = GRACE) {
    this.outbox = outbox;
    this.wire = wire;
    this.grace = grace;
    this.stopped = false;
    /** Why nothing at all can be sent: the token counts no more, there is no such match, or this device keeps nothing. @type {any} */
    this.trouble = null;
    /** Told of each answer, after it is noted. @type {((answer: any, entry: Entry) => void)[]} */
    this.whenStored = [];
    this.wakeUp = () => {};
    this.work = oneByOne(() => this.#deliver());
  }

  /** Send what is due, and go on until nothing is. Woken while it waits for the service, it tries at once. */
  wake() {
    this.wakeUp();
    this.work().catch((problem) => { this.trouble = problem; });
  }

  /** Send nothing any more. */
  stop() {
    this.stopped = true;
    this.wakeUp();
  }

  async #deliver() {
    for (let pause = SHORTEST; !this.stopped && this.outbox.writes; ) {
      const { due } = this.outbox.entries;
      if (!due) return;
      const left = this.outbox.grace(this.grace);
      try {
        if (left > 0) await this.#wait(left);
        else {
          await this.#send(due);
          pause = SHORTEST;
        }
      } catch (problem) {
        if (problem instanceof TooLate || problem instanceof Elsewhere) continue; // it is not what it was a moment ago
        if (problem instanceof Away) this.outbox.reach(false);
        else this.#troubled(problem);
        await this.#wait((problem instanceof Away && problem.milliseconds) || pause);
        pause = Math.min(2 * pause, LONGEST);
      }
    }
  }

  /** What became of an entry could not be written down: the device has no room. It is sent again, and recorded once. @param {any} problem */
  #troubled(problem) {
    if (this.trouble === problem) return;
    this.trouble = problem;
    this.outbox.tell();
  }

  /** @param {number} milliseconds */
  async #wait(milliseconds) {
    await this.wire.pause(milliseconds, new Promise((resolve) => { this.wakeUp = () => resolve(undefined); }));
  }

  /** Send an entry, until it is stored or held. @param {Entry} entry */
  async #send(entry) {
    const { outbox, wire } = this;
    await outbox.trying(entry);
    let version = outbox.entries.basisOf(entry);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { status, document } = await wire.send(entry.bytes, entry.key, version);
      if (this.stopped) return;
      outbox.reach(true);
      if (status < 300) return this.#stored(entry, document);
      if (IN_GENERAL.has(status)) {
        this.trouble = document;
        throw new Away(LONGEST);
      }
      this.trouble = null;
      if (isAboutTime(document) && entry.bytes.includes("occurred_at")) return this.#withoutTime(entry);
      if (document.code !== "version-moved") return outbox.hold(entry, { kind: "refused", problem: document, theirs: [], newest: version });
      const between = await this.#between(version);
      if (between === null) return outbox.hold(entry, { kind: "refused", problem: document, theirs: [], newest: document.version ?? version });
      const newest = between.at(-1)?.version ?? version;
      const others = this.#others(between);
      if (others.some((one) => rules(one) || disturbs(one, JSON.parse(entry.bytes)))) return this.#ask(entry, document);
      version = newest;
    }
    throw new Away();
  }

  /** Hold an entry and all behind it, and tell what others have entered since any of them was written. @param {Entry} entry @param {any} problem */
  async #ask(entry, problem) {
    const { entries } = this.outbox;
    const between = (await this.#between(Math.min(...entries.unsent.map((one) => entries.basisOf(one))))) ?? [];
    const others = this.#others(between);
    const kind = others.some(rules) ? "ruled" : "conflict";
    await this.outbox.hold(entry, { kind, problem, theirs: others.map(told), newest: between.at(-1)?.version ?? problem.version });
  }

  /** What others have entered themselves. @param {Decision[]} decisions */
  #others(decisions) {
    return decisions.filter(({ version, automatic }) => !automatic && !this.outbox.entries.storedAs(version));
  }

  /** @param {Entry} entry @param {any} answer */
  async #stored(entry, answer) {
    await this.outbox.stored(entry, answer.decisions[0].version, answer.version);
    for (const told of this.whenStored) told(answer, entry);
  }

  /** Let an entry be sent without the time that it claims: the clock of the device is wrong. @param {Entry} entry */
  async #withoutTime(entry) {
    const body = JSON.parse(entry.bytes);
    for (const command of commandsOf(body)) delete command.occurred_at;
    await this.outbox.instead(entry, JSON.stringify(body));
  }

  /** The decisions behind a version; null where the log has no such version any more: it was restored. @param {number} version */
  async #between(version) {
    /** @type {Decision[]} */
    const all = [];
    for (;;) {
      const { status, document } = await this.wire.decisions(all.at(-1)?.version ?? version);
      if (IN_GENERAL.has(status)) throw new Away(LONGEST);
      if (status >= 300) return null;
      if (!document.decisions.length) return all;
      all.push(...document.decisions);
    }
  }
}

/** @param {any} problem */
const isAboutTime = ({ errors = {} }) => Object.keys(errors).some((name) => name.endsWith("occurred_at"));

/** @param {Decision} decision @returns {import("./entries.js").Told} */
const told = (decision) => ({
  version: decision.version, text: decision.text ?? "", by: decision.entered_by?.text ?? decision.entered_by ?? "", said: saidBy(decision),
});
