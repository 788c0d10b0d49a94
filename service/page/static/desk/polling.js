// What is so at the tables: each match is asked every five seconds, one after the other, with the tag of what is known.
// Only where it has moved on, more of it is read.

import { pause, query } from "../shared/service.js";
import { tokenFor } from "./kept.js";
import { openItems } from "./open_items.js";

/**
 * @typedef {import("./open_items.js").Item} Item
 * @typedef {{etag: string, match: any, since: string, items: Item[], audited: number, at: number}} Known
 * `since` is when something was last played, `audited` the version up to which the audit was read, `at` when
 * @typedef {{label: string, match: string, known: Known | null, wrong: string | null}} Row
 */

const EVERY = 5_000;
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
    this.rows = tables.map(({ label, match }) => ({ label, match, known: seen[match] ?? null, wrong: null }));
    this.asked = 0;
  }

  /**
   * Ask all tables, and go on asking them, each every five seconds, evenly. A tab that nobody looks at is woken as seldom
   * as once a minute: then all are asked at once.
   */
  async start() {
    const between = EVERY / Math.max(1, this.rows.length);
    for (const row of this.rows) await this.#once(row);
    const begun = Date.now();
    const due = new Map(this.rows.map((row, index) => [row, begun + (index + 1) * between]));
    while (due.size) {
      await pause(between);
      for (const [row, at] of due) {
        if (at > Date.now()) continue;
        await this.#once(row);
        due.set(row, Math.max(at + EVERY, Date.now() + between));
      }
    }
  }

  /** Ask a table again at once. @param {string} match */
  async again(match) {
    const row = this.rows.find((one) => one.match === match);
    if (row) await this.#once(row);
  }

  /** @param {Row} row */
  async #once(row) {
    try {
      if (await this.#poll(row)) this.#keep();
      row.wrong = null;
    } catch (problem) {
      row.wrong = problem instanceof Refused ? problem.message : "";
    }
    this.asked += 1;
    this.changed();
  }

  /** @param {Row} row @returns {Promise<boolean>} whether something is new */
  async #poll(row) {
    const { known } = row;
    const answer = await this.#ask(row, query({ text: this.language }), known?.etag);
    const match = answer ? await answer.json() : known?.match;
    const etag = answer?.headers.get("ETag") ?? known?.etag ?? "";
    const moved = match.version !== known?.match.version;
    const newest = moved ? await this.#newest(row, known, match.version) : { since: known?.since ?? "", told: false };
    const audited = known?.audited ?? -1;
    const due = audited < 0 || newest.told || (audited < match.version && Date.now() - (known?.at ?? 0) > CALM);
    const items = due ? openItems(await (/** @type {Response} */ (await this.#ask(row, "/audit"))).json(), match) : (known?.items ?? []);
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
    const { decisions } = await (/** @type {Response} */ (await this.#ask(row, `/decisions${asked}`))).json();
    const ofTable = (/** @type {any} */ { command }) => command.type.startsWith("table.");
    const told = after !== from || decisions.some((/** @type {any} */ one) =>
      ofTable(one) || (one.facts ?? []).some((/** @type {any} */ { type }) => TOLD.has(type)));
    const played = decisions.findLast((/** @type {any} */ one) => !ofTable(one));
    return { since: played?.at ?? known?.since ?? decisions.at(-1)?.at ?? "", told };
  }

  /**
   * The answer to a question; null where nothing has changed.
   * @param {Row} row @param {string} path @param {string} [etag]
   */
  async #ask(row, path, etag) {
    const token = tokenFor(row.match);
    if (token === null) throw new Refused("");
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json", "Accept-Language": this.language, Authorization: `Bearer ${token}` };
    if (etag) headers["If-None-Match"] = etag;
    const answer = await fetch(`${this.prefix}/v1/matches/${row.match}${path}`, { headers, cache: "no-store" });
    if (answer.status === 304) return null;
    if (!answer.ok) throw new Refused((await answer.json().catch(() => ({}))).detail ?? String(answer.status));
    return answer;
  }

  /** What this tab has seen, so that it is there at once when another match comes on screen. */
  #keep() {
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

/** Forget what this tab has seen. */
export const forgetSeen = () => sessionStorage.removeItem(NAME);

/** What the service has refused, in its words. */
class Refused extends Error {}
