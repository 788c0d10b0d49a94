// The outbox: what a scribe has entered is on this device before anything of it is sent, and is sent as it was written.
//
//   const outbox = await open(`${match} scribe`);
//   const number = await outbox.put({ type: "take", seat: 0, sin: "pride", to: "abyss" }, "Ada takes Pride.", 12);
//   outbox.onChange(() => show(outbox.lines()));
//
// It is sent at the next entry, or after three seconds, by `sending.js`; until then `leaveOut(number)` leaves no trace.

import { commandsOf } from "./conflicts.js";
import { actorOf, Elsewhere, isOpen, together, TooLate } from "./entries.js";
import { Journal } from "./journal.js";
import { openStore } from "./store.js";
import { onceKey } from "../shared/service.js";

export { Elsewhere, TooLate };

/** @typedef {import("./entries.js").Body} Body */
/** @typedef {import("./entries.js").Entry} Entry */
/** @typedef {import("./entries.js").Question} Question */

/** @typedef {import("./entries.js").Line} Line */

/**
 * An outbox on this device.
 * @param {string} place the id of the match, and the role of those who write: "ID scribe"
 * @returns {Promise<Outbox>} rejects where the browser keeps nothing at all
 */
export async function open(place) {
  const outbox = new Outbox(await openStore(place));
  await outbox.refresh();
  return outbox;
}

export class Outbox extends Journal {
  /** @param {import("./journal.js").Store} store @param {() => number} clock milliseconds */
  constructor(store, clock = Date.now) {
    super(store);
    /** Who enters, as officials read it; nothing where nobody said. */
    this.name = "";
    /** Whether the service answers: if not, what is written down says when that was, where the role may claim it. */
    this.connected = true;
    this.claimsTime = false;
    /** The newest entry, and since when it can be taken back without a trace. @type {{number: number, since: number} | null} */
    this.fresh = null;
    /** The entry that is edited at the moment: it is not sent meanwhile. @type {number | null} */
    this.edited = null;
    this.clock = clock;
  }

  /**
   * Write an entry down; it is on the disk when this settles.
   * @param {Body} body @param {string} sentence what it says, for people
   * @param {number} seen the version of the match that the scribe has before them
   * @param {string} [actor] who does it, in shorthand: needed where the body does not say it by its seat
   * @param {string} [typed] the line that was typed, where it was
   * @returns {Promise<number>} its number; rejects with `Elsewhere`, and where the device has no room
   */
  put(body, sentence, seen, actor = actorOf(body), typed = "") {
    return this.write(() => {
      const number = this.entries.all.size + 1;
      this.fresh = { number, since: this.clock() };
      return { entry: number, put: this.#written(body, { sentence, seen, actor, typed }) };
    }).then((record) => /** @type {{entry: number}} */ (record).entry);
  }

  /**
   * Put something else in the place of an entry, with a key of its own; `seen` is that of before where none is given, and
   * it happened when that did. Rejects with `TooLate` where it is being sent, stored or left out.
   * @param {number} number @param {Body} body @param {string} sentence @param {number} [seen] @param {string} [actor]
   * @param {string} [typed]
   */
  async edit(number, body, sentence, seen, actor = actorOf(body), typed = "") {
    await this.#ifAsked();
    await this.write(() => {
      const entry = this.#open(number);
      this.fresh = { number, since: this.clock() };
      const [before] = commandsOf(JSON.parse(entry.bytes));
      const put = this.#written(body, { sentence, seen: seen ?? entry.seen, actor, typed }, before?.occurred_at ?? null);
      return { entry: number, put };
    });
  }

  /**
   * Leave an entry out. Rejects with `TooLate` as `edit` does.
   * @param {number} number @param {number} [version] the version that the scribe had before them, where they were asked
   */
  async leaveOut(number, version = -1) {
    await this.write(() => {
      const { question } = this.entries;
      const asked = question ? Math.max(question.newest, version) : null;
      return { out: [this.#open(number).number], again: [], seen: null, asked };
    });
  }

  /** Let an entry not be sent while it is edited; null: nothing is. @param {number | null} number */
  editing(number) {
    this.edited = number;
    this.tell();
  }

  /** Mark an entry, a stored one too, to be looked at; or take the mark off. @param {number} number @param {boolean} [mark] */
  async mark(number, mark = true) {
    await this.write(() => ({ entry: number, mark }));
  }

  /** All entries that were not left out, in order. @returns {Line[]} */
  lines() {
    let held = false;
    return [...this.entries.all.values()].filter(({ state }) => state !== "out").map((entry) => {
      held ||= entry.state === "held";
      const { number, sentence, seen, actor, mark, first, last, typed = "" } = entry;
      const state = entry.state !== "waiting" ? entry.state : entry.tried ? "sending" : held ? "held" : "waiting";
      return { number, state, sentence, body: JSON.parse(entry.bytes), seen, actor, typed, open: isOpen(entry), mark, first, last };
    });
  }

  // What follows is for sending, and for the answer to its questions.

  /** Note whether the service answers. @param {boolean} connected */
  reach(connected) {
    if (connected === this.connected) return;
    this.connected = connected;
    this.tell();
  }

  /** How long the next entry can still be taken back without a trace, in milliseconds; 0 where it may go. @param {number} grace */
  grace(grace) {
    const { fresh, edited, entries: { due, unsent } } = this;
    if (due && due.number === edited) return grace;
    if (!due || fresh?.number !== due.number || unsent.length > 1) return 0;
    return Math.max(0, fresh.since + grace - this.clock());
  }

  /** Note that an entry is being sent, as it is: from now on only the service can say whether it is stored. @param {Entry} entry */
  async trying(entry) {
    if (entry.tried) return;
    await this.write(() => {
      if (this.entries.due?.key !== entry.key || entry.number === this.edited) throw new TooLate();
      return { entry: entry.number, tried: true };
    });
  }

  /** Note that the service has it. @param {Entry} entry @param {number} first @param {number} last */
  async stored(entry, first, last) {
    await this.write(() => ({ entry: this.#same(entry), stored: [first, last] }));
  }

  /** Hold an entry, and all behind it. Where each is looked at, what was asked before is still asked. @param {Entry} entry @param {Omit<Question, "entry">} why */
  async hold(entry, why) {
    await this.write(() => {
      const { question: before, each } = this.entries;
      const question = { entry: this.#same(entry), ...why };
      return { held: [entry.number], question: before ? together(before, question) : question, each };
    });
  }

  /** Send other bytes in the place of an entry that was refused, with another key. @param {Entry} entry @param {string} bytes */
  async instead(entry, bytes) {
    const { sentence, seen, actor, typed = "" } = entry;
    await this.write(() => ({ entry: this.#same(entry), put: { key: onceKey(), bytes, sentence, seen, actor, ...(typed ? { typed } : {}) } }));
  }

  /** Let an entry that is held be sent again. @param {number} number @param {number} [seen] on which version, if on another */
  async again(number, seen) {
    await this.#ifAsked();
    await this.write(() => ({ out: [], again: [this.#open(number).number], seen: seen ?? null }));
  }

  /** Answer for the run: leave these entries out, and send the others behind what was looked at. @param {number[]} out */
  async settle(out) {
    await this.write(() => {
      const { question, unsent } = this.entries;
      if (!question) throw new TooLate();
      const again = unsent.map(({ number }) => number).filter((number) => !out.includes(number));
      return { out, again, seen: question.newest, asked: question.newest };
    });
  }

  /** Look at each entry of the run by itself: all of them are held. */
  async lookAtEach() {
    await this.write(() => {
      const { question, unsent } = this.entries;
      if (!question) throw new TooLate();
      return { held: unsent.map(({ number }) => number), question, each: true };
    });
  }

  /** Who answers for one entry alone has the others of the run looked at, too. */
  async #ifAsked() {
    const { question, each } = this.entries;
    if (question && question.kind !== "refused" && !each) await this.lookAtEach();
  }

  /**
   * @param {Body} body @param {{sentence: string, seen: number, actor: string, typed: string}} more
   * @param {string | null} [when] when it happened, where that is written down already
   * @returns {import("./entries.js").Put}
   */
  #written(body, { typed, ...more }, when = null) {
    const now = this.connected || !this.claimsTime ? null : new Date(this.clock()).toISOString();
    const claims = { ...(this.name ? { entered_by: this.name } : {}), ...((when ?? now) ? { occurred_at: when ?? now } : {}) };
    const claimed = (/** @type {Body} */ one) => ({ ...claims, ...one });
    const whole = Array.isArray(body.commands) ? { ...body, commands: body.commands.map(claimed) } : claimed(body);
    return { key: onceKey(), bytes: JSON.stringify(whole), ...more, ...(typed ? { typed } : {}) };
  }

  /** The number of what was sent, if nobody has noted since what became of it. @param {Entry} entry */
  #same({ number, key }) {
    const now = this.entries.all.get(number);
    if (now?.key !== key || now.state !== "waiting") throw new TooLate();
    return number;
  }

  /** @param {number} number */
  #open(number) {
    const entry = this.entries.all.get(number);
    if (!entry || !isOpen(entry)) throw new TooLate();
    return entry;
  }
}
