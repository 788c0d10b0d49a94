// What an outbox holds, and how that follows from what has happened. Nothing here knows a browser.

/** @typedef {Record<string, any>} Body a command as the API takes it, or a batch: `{"commands": [...]}` */

/**
 * @typedef {"waiting" | "sending" | "stored" | "held" | "out"} State
 *   `waiting` to be sent; `sending`, so that only the service can say whether it is stored; `stored` by the service;
 *   `held` until a question is answered; left `out`
 */

/**
 * @typedef {object} Put what was written down
 * @property {string} key the Idempotency-Key: 128 random bits
 * @property {string} bytes the body, as it is sent each time
 * @property {string} sentence what it says, for people
 * @property {number} seen the version of the match that the scribe had before them
 * @property {string} actor who does it, as shorthand calls them: the number of a seat, "chance", "scribe"
 * @property {string} [typed] the line that was typed, where it was
 */

/**
 * @typedef {object} Told a decision of somebody else, as a question shows it
 * @property {number} version
 * @property {string} text
 * @property {string} by who entered it, where that is known
 * @property {Body} said the command, with its seat
 */

/**
 * @typedef {object} Question why an entry is held, and all behind it
 * @property {"refused" | "conflict" | "ruled"} kind the service refuses it; others have entered something since; or
 *   there was a ruling, a correction or a substitute since
 * @property {number} entry the entry that was sent
 * @property {Record<string, any>} problem what the service said of it
 * @property {Told[]} theirs what others have entered since, in order
 * @property {number} newest the newest version that was looked at
 */

/**
 * @typedef {Put & {number: number, state: State, tried: boolean, first: number | null, last: number | null,
 *   mark: boolean, asked: number | null}} Entry `first` to `last` are the versions that it brought about; `mark`: it is to be
 *   looked at; `asked`: it was left out by the answer to a question, of somebody who knew what there was up to that version
 */

/**
 * @typedef {object} Line an entry, as a page shows it
 * @property {number} number
 * @property {State} state
 * @property {string} sentence
 * @property {Body} body
 * @property {number} seen the version that the scribe had before them
 * @property {string} actor
 * @property {string} typed the line that was typed; nothing where it was tapped
 * @property {boolean} open whether it can be edited or left out
 * @property {boolean} mark whether it is to be looked at again
 * @property {number | null} first the version that it was stored as, with what came with it
 * @property {number | null} last
 */

/**
 * @typedef {{entry: number, put: Put} | {entry: number, tried: true} | {entry: number, stored: [number, number]}
 *   | {held: number[], question: Question, each: boolean}
 *   | {out: number[], again: number[], seen: number | null, asked?: number | null}
 *   | {entry: number, mark: boolean}} Happened a record of an outbox; the order of the records is their counter
 */

/** Another tab writes to this outbox: this one only looks. */
export class Elsewhere extends Error {}

/** The entry is not what it was any more: it is being sent, or stored, or left out. */
export class TooLate extends Error {}

export class Entries {
  constructor() {
    /** @type {Map<number, Entry>} */
    this.all = new Map();
    /** What is asked at the moment. @type {Question | null} */
    this.question = null;
    /** Whether each entry is looked at by itself. */
    this.each = false;
  }

  /** The entries that are not stored, in order. */
  get unsent() {
    return [...this.all.values()].filter(({ state }) => state === "waiting" || state === "held");
  }

  /** The entry that is to be sent next; nothing goes past one that is held. */
  get due() {
    const [first] = this.unsent;
    return first?.state === "waiting" ? first : null;
  }

  /** The entry that brought about a version. @param {number} version */
  storedAs(version) {
    return [...this.all.values()].find(({ first, last }) => first !== null && last !== null && first <= version && version <= last);
  }

  /** The version on which an entry is sent: the one that was seen, or the newest that our own have led to from there. @param {Entry} entry */
  basisOf(entry) {
    let version = entry.seen;
    for (let next = this.storedAs(version + 1); next?.first === version + 1; next = this.storedAs(version + 1)) version = next.last ?? version;
    return version;
  }

  /** @param {Happened} happened */
  fold(happened) {
    if ("held" in happened) {
      this.question = happened.question;
      this.each = happened.each;
      for (const number of happened.held) this.#change(number, { state: "held" });
    } else if ("out" in happened) {
      const basis = happened.seen === null ? {} : { seen: happened.seen };
      for (const number of happened.out) this.#change(number, { state: "out", asked: happened.asked ?? null });
      for (const number of happened.again) this.#change(number, { state: "waiting", tried: false, ...basis });
    } else if ("put" in happened) {
      const { entry: number, put } = happened;
      const mark = this.all.get(number)?.mark ?? false;
      this.all.set(number, { ...put, number, state: "waiting", tried: false, first: null, last: null, mark, asked: null });
    } else if ("tried" in happened) this.#change(happened.entry, { tried: true });
    else if ("mark" in happened) this.#change(happened.entry, { mark: happened.mark });
    else this.#change(happened.entry, { state: "stored", first: happened.stored[0], last: happened.stored[1] });
    if (!this.unsent.some(({ state }) => state === "held")) Object.assign(this, { question: null, each: false });
  }

  /** @param {number} number @param {Partial<Entry>} changed */
  #change(number, changed) {
    const entry = this.all.get(number);
    if (!entry) throw new Error(`the outbox has no entry ${number}`);
    this.all.set(number, { ...entry, ...changed });
  }
}

/** Whether an entry is neither stored nor left out, and is certainly not on its way. @param {Entry} entry */
export const isOpen = (entry) => entry.state === "held" || (entry.state === "waiting" && !entry.tried);

/** Who does it, as far as the body says that. @param {Body} body */
export const actorOf = ({ type = "", seat }) => (type.startsWith("table.") ? "scribe" : seat === undefined ? "chance" : String(seat));

/** Two questions about one run: nothing that others have entered is left out of it. @param {Question} before @param {Question} now @returns {Question} */
export const together = (before, now) => ({
  ...now,
  kind: before.kind === "ruled" || now.kind === "refused" ? before.kind : now.kind,
  theirs: [...before.theirs, ...now.theirs.filter(({ version }) => !before.theirs.some((one) => one.version === version))],
});
