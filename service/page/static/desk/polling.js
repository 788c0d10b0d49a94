// What is so at the tables: each match is asked every five seconds, a few at a time, with the tag of what is known. Only
// where it has moved on, more of it is read.

import { said } from "../shared/page.js";
import { oneByOne } from "../shared/serial.js";
import { pause, query } from "../shared/service.js";
import { tokenFor } from "./kept.js";
import { openItems } from "./open_items.js";

/**
 * @typedef {import("./open_items.js").Item} Item
 * @typedef {{etag: string, match: any, since: string, items: Item[], audited: number, at: number}} Known
 * `since` is when something was last played, `audited` the version up to which the audit was read, `at` when
 * @typedef {{label: string, match: string, known: Known | null, wrong: string | null, news: number}} Row
 * `wrong` is why it could not be asked the last time, `news` how often there was something new
 */

const EVERY = 5_000;
/** A record that is closed says nothing new but that its token was replaced. */
const CLOSED = 60_000;
/** So many are asked at a time: browsers have six lines to a service, and the match on screen needs some. */
const LANES = 3;
/** Milliseconds after which an answer comes no more: a network that is lost says nothing of it. */
const LONGEST = 15_000;
const CALM = 60_000;
/** Decisions that are looked at for the newest one of the game, at first. */
const BACK = 20;
const NAME = "kerbholz desk seen";
/** Facts that are in the audit, where no command of the table says so. */
const TOLD = new Set(["Asserted", "Discrepancy", "Irregular", "IrregularOutOfSight", "PiecesMissing", "PurseOverspent", "MatchAbandoned"]);

export class Polling {
  /**
   * @param {string} prefix @param {string} language @param {import("./kept.js").Table[]} tables
   * @param {() => void} changed is called when something is known that was not
   */
  constructor(prefix, language, tables, changed) {
    this.prefix = prefix;
    this.language = language;
    this.changed = changed;
    const seen = this.#seen();
    /** @type {Row[]} */
    this.rows = tables.map(({ label, match }) => ({ label, match, known: seen[match] ?? null, wrong: null, news: 0 }));
    /** Of two answers about a table the older one must not come last. */
    this.askers = new Map(this.rows.map((row) => [row, oneByOne(() => this.#once(row))]));
    this.asked = 0;
    addEventListener("pagehide", () => this.#keep());
  }

  /**
   * Ask all tables, and go on asking them, each every five seconds, evenly. A tab that nobody looks at is woken as seldom
   * as once a minute: then all are asked at once.
   */
  async start() {
    const first = [...this.rows];
    await lanes(async () => {
      for (let row = first.shift(); row; row = first.shift()) await this.askers.get(row)?.();
    });
    const begun = Date.now();
    const after = (/** @type {Row} */ row) => (row.known?.match.closed ? CLOSED : EVERY);
    const due = new Map(this.rows.map((row, index) => [row, begun + after(row) - EVERY + ((index + 1) * EVERY) / this.rows.length]));
    await lanes(async () => {
      while (due.size) {
        const [row, at] = [...due].reduce((one, other) => (other[1] < one[1] ? other : one));
        if (at > Date.now()) {
          await pause(Math.min(at - Date.now(), EVERY)); // another lane may take it meanwhile
          continue;
        }
        due.set(row, Infinity);
        await this.askers.get(row)?.();
        due.set(row, Math.max(at + after(row), Date.now() + EVERY / this.rows.length));
      }
    });
  }

  /** Ask a table again at once. @param {string} match */
  async again(match) {
    const row = this.rows.find((one) => one.match === match);
    if (row) await this.askers.get(row)?.();
  }

  /** @param {Row} row */
  async #once(row) {
    const { wrong } = row;
    let isNew = false;
    try {
      isNew = await this.#poll(row);
      row.wrong = null;
    } catch (problem) {
      row.wrong = problem instanceof Refused ? problem.message : (said["connection-lost"] ?? "");
    }
    if (isNew || row.wrong !== wrong) row.news += 1;
    this.asked += 1;
    this.changed();
  }

  /** @param {Row} row @returns {Promise<boolean>} whether something is new */
  async #poll(row) {
    const { known } = row;
    const answer = await this.#ask(row, query({ text: this.language }), known?.etag);
    const match = answer ? answer.document : known?.match;
    const etag = answer?.etag ?? known?.etag ?? "";
    const moved = match.version !== known?.match.version;
    const newest = moved ? await this.#newest(row, known, match.version) : { since: known?.since ?? "", told: false };
    const audited = known?.audited ?? -1;
    const stopped = known !== null && match.status !== known.match.status; // no decision of the table says that nobody can go on
    const due = audited < 0 || newest.told || stopped || (audited < match.version && Date.now() - (known?.at ?? 0) > CALM);
    const items = due ? openItems((await this.#ask(row, "/audit"))?.document, match) : (known?.items ?? []);
    const read = due ? { audited: match.version, at: Date.now() } : { audited: newest.told ? -1 : audited, at: known?.at ?? 0 };
    row.known = { etag, match, since: newest.since, items, ...read };
    return answer !== null || due;
  }

  /**
   * Since when a table waits, whatever was said there meanwhile; and whether anything new belongs in the audit.
   * @param {Row} row @param {Known | null} known @param {number} version
   */
  async #newest(row, known, version) {
    const from = known?.match.version ?? -1;
    const after = known === null || version - from > 100 || from >= version ? version - BACK : from;
    const asked = query({ as: "public", after: after < 0 ? null : after });
    const { decisions } = (await this.#ask(row, `/decisions${asked}`))?.document;
    const ofTable = (/** @type {any} */ { command }) => command.type.startsWith("table.");
    const told = after !== from || decisions.some((/** @type {any} */ one) =>
      ofTable(one) || (one.facts ?? []).some((/** @type {any} */ { type }) => TOLD.has(type)));
    const played = decisions.findLast((/** @type {any} */ one) => !ofTable(one));
    return { since: played?.at ?? known?.since ?? decisions.at(-1)?.at ?? "", told };
  }

  /**
   * The answer to a question; null where nothing has changed.
   * @param {Row} row @param {string} path @param {string} [etag]
   * @returns {Promise<{document: any, etag: string | null} | null>}
   */
  async #ask(row, path, etag) {
    const token = tokenFor(row.match);
    if (token === null) throw new Refused(said["desk-forgotten"] ?? "");
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json", "Accept-Language": this.language, Authorization: `Bearer ${token}` };
    if (etag) headers["If-None-Match"] = etag;
    const control = new AbortController();
    const clock = setTimeout(() => control.abort(), LONGEST);
    try {
      const answer = await fetch(`${this.prefix}/v1/matches/${row.match}${path}`, { headers, cache: "no-store", signal: control.signal });
      if (answer.status === 304) return null;
      const document = await answer.json().catch((problem) => {
        if (answer.ok) throw problem;
        return {};
      });
      if (!answer.ok) throw new Refused(document.detail ?? String(answer.status));
      return { document, etag: answer.headers.get("ETag") };
    } finally {
      clearTimeout(clock);
    }
  }

  /** Forget what this tab has seen; nothing more is kept. */
  forget() {
    this.rows = [];
    sessionStorage.removeItem(NAME);
  }

  /** What this tab has seen, so that it is there at once when another match comes on screen. */
  #keep() {
    if (!this.rows.length) return;
    try {
      sessionStorage.setItem(NAME, JSON.stringify(Object.fromEntries(this.rows.map(({ match, known }) => [match, known]))));
    } catch {
      sessionStorage.removeItem(NAME); // there is more than a tab may keep: then all tables are read anew
    }
  }

  /** @returns {Record<string, Known>} */
  #seen() {
    try {
      return JSON.parse(sessionStorage.getItem(NAME) ?? "{}");
    } catch {
      return {};
    }
  }
}

/** Do the same work several times at once. @param {() => Promise<void>} work */
const lanes = (work) => Promise.all(Array.from({ length: LANES }, work));

/** What the service has refused, in its words. */
class Refused extends Error {}
