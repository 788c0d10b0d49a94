// Phones of scribes who record one match, in one process: their outboxes are those of the page; what differs is where
// the records are, how time passes, and what becomes of requests on their way.

import { same } from "../../service/page/static/scribe/conflicts.js";
import { Elsewhere, TooLate } from "../../service/page/static/scribe/entries.js";
import { Outbox } from "../../service/page/static/scribe/outbox.js";
import { Sending } from "../../service/page/static/scribe/sending.js";
import { Wire } from "../../service/page/static/scribe/wire.js";

const never = () => new Promise(() => {});

/** The device has no room left: the scribe is told so. */
export class Full extends Error {}

/** Counts what happened. */
export class Counts {
  numbers = {};

  add(what, number = 1) {
    this.numbers[what] = (this.numbers[what] ?? 0) + number;
  }
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** An answer, however often the service is killed meanwhile. */
export async function steadily(address, what) {
  for (;;) {
    const answer = await fetch(address, what).catch(() => null);
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Time as the phones have it: it passes when the schedule says so. */
export class Time {
  now = 1_700_000_000_000;
  waiting = new Set();

  async pause(milliseconds, awake) {
    let done;
    const due = new Promise((resolve) => { done = resolve; });
    const alarm = { at: this.now + milliseconds, done };
    this.waiting.add(alarm);
    await Promise.race([awake, due]);
    this.waiting.delete(alarm);
  }

  pass(milliseconds) {
    this.now += milliseconds;
    for (const { at, done } of this.waiting) if (at <= this.now) done();
  }
}

/** The records of a phone, as the database of a browser has them: they outlive its tabs. */
class Disk {
  records = [];
  watchers = new Set();
  full = false;

  /** The disk as a tab sees it, as long as it lives: what it began may have been done, and it never learns that. */
  store(tab) {
    const slow = async (work) => {
      await turn();
      if (tab.dead) return never();
      const done = work();
      await turn();
      return tab.dead ? never() : done;
    };
    return {
      read: (from) => slow(() => this.records.slice(from - 1)),
      append: (position, record) => slow(() => {
        if (position !== this.records.length + 1) throw new Elsewhere();
        if (this.full) throw new Full();
        this.records.push(structuredClone(record));
        for (const [other, changed] of this.watchers) if (other !== tab && !other.dead) changed();
      }),
      watch: (changed) => this.watchers.add([tab, changed]),
      forget: never,
    };
  }
}

export class Phone {
  /** @param {{address: string, match: string, token: string, name: string, time: Time, locks: boolean, counts: Counts, killed: () => Promise<void>}} given */
  constructor(given) {
    Object.assign(this, given);
    this.disk = new Disk();
    this.tabs = [];
    /**
     * What becomes of requests: "up", "down" (they never arrive), "deaf" (no answer arrives), "dies" (nor does the service
     * live on), "slow" (they are given up, and arrive at that moment), "later" (behind what is sent after them).
     */
    this.network = "up";
    this.under_way = 0;
    /** What was given up and has not arrived yet. */
    this.later = [];
    /** The bytes that were sent with each key, and what went wrong. */
    this.sent = new Map();
    this.wrong = [];
    this.seen = 0;
    /** How many lines of the game the scribe knew to be stored when they looked. */
    this.known = 0;
  }

  async open() {
    const tab = { dead: false, under_way: 0 };
    const outbox = new Outbox(this.disk.store(tab), () => this.time.now);
    outbox.name = this.name;
    outbox.claimsTime = true;
    const service = { address: `${this.address}/v1/matches/${this.match}`, token: this.token, language: "en" };
    const wire = new Wire(service, (address, what) => this.#carry(tab, address, what));
    wire.pause = (...given) => (tab.dead ? never() : this.time.pause(...given));
    const sending = new Sending(outbox, wire);
    Object.assign(tab, { outbox, sending });
    this.tabs.push(tab);
    await outbox.refresh();
    if (!this.locks || this.tabs[0] === tab) await this.#begin(tab);
  }

  async #begin(tab) {
    await tab.outbox.begin();
    tab.outbox.onChange(() => tab.sending.wake());
    tab.sending.wake();
  }

  /** The tab that the scribe looks at: the newest that writes. */
  get tab() {
    return this.tabs.findLast(({ outbox }) => outbox.writes) ?? this.tabs[0];
  }

  get outbox() {
    return this.tab.outbox;
  }

  /** The tab that writes is gone, at once; another one takes its place, or it is opened again. */
  async kill() {
    const { tab } = this;
    tab.dead = true;
    tab.sending.stop();
    if (tab.under_way) this.counts.add("tab killed while it sends");
    this.tabs = this.tabs.filter((one) => one !== tab);
    this.counts.add(this.tabs.length ? "another tab goes on" : "opened again");
    if (!this.tabs.length) await this.open();
    else if (this.locks) await this.#begin(this.tabs[0]);
  }

  /** The tab that the scribe looks at is loaded anew. */
  async reload() {
    const alone = this.tabs.length === 1;
    await this.kill();
    if (!alone) await this.open();
  }

  async #carry(tab, address, what) {
    if (tab.dead) return never();
    const key = what.headers["Idempotency-Key"];
    if (key) {
      const before = this.sent.get(key);
      if (before !== undefined) this.counts.add("sent again");
      if (before !== undefined && before !== what.body) this.wrong.push(`other bytes with the key of ${before}`);
      this.sent.set(key, what.body);
      tab.under_way += 1;
      if (tab.under_way > 1) this.wrong.push("two are under way");
    }
    this.under_way += 1;
    const { network } = this;
    const arrive = () => fetch(address, { ...what, signal: undefined });
    try {
      if (network === "down") throw new TypeError("no network");
      if (key && (network === "slow" || network === "later")) {
        this.counts.add(`${network} request`);
        if (network === "slow") void this.#afterwards(arrive);
        else this.later.push(arrive);
        throw new TypeError("no patience");
      }
      const answer = await arrive();
      if (key && network !== "up" && answer.ok) this.counts.add("stored, and no answer");
      if (network === "dies" && key) {
        this.network = "up";
        await this.killed();
        this.counts.add("service killed between store and answer");
      }
      if (network === "deaf" || network === "dies") throw new TypeError("no answer");
      return tab.dead ? never() : answer;
    } finally {
      this.under_way -= 1;
      if (key) tab.under_way -= 1;
    }
  }

  /** What was given up arrives all the same; nobody hears of the answer. */
  async #afterwards(arrive) {
    this.under_way += 1;
    const answer = await arrive().catch(() => null);
    if (answer?.ok) this.counts.add("given up, and answered");
    this.under_way -= 1;
  }

  /** Let everything arrive that was given up. */
  async arrived() {
    for (const arrive of this.later.splice(0)) await this.#afterwards(arrive);
  }

  /** Look at the match, if that can be done. */
  async look() {
    if (this.network !== "up") return;
    const { decisions, version } = await this.ask();
    Object.assign(this, { seen: version, known: gameOf(decisions).length });
  }

  async ask() {
    const headers = { Authorization: `Bearer ${this.token}` };
    const answer = await steadily(`${this.address}/v1/matches/${this.match}/decisions?limit=1000`, { headers });
    const { decisions } = await answer.json();
    return { decisions, version: decisions.at(-1).version };
  }

  /** Answer what is asked, as somebody does who knows what happened at the table. */
  async answer(each) {
    const { outbox } = this;
    if (!outbox.entries.question) return;
    const { decisions, version } = await this.ask();
    const { question, unsent } = outbox.entries; // while the scribe looks, things go on
    if (!question) return;
    const run = question.kind !== "refused" && !outbox.entries.each;
    const stored = gameOf(run ? decisions.slice(0, question.newest + 1) : decisions).length;
    // Who answers has looked.
    Object.assign(this, { seen: Math.max(this.seen, run ? question.newest : version), known: Math.max(this.known, stored) });
    const first = unsent.find(({ state }) => state === "held");
    const told = gameOf(decisions.slice(0, question.newest + 1)).length;
    const isThere = ({ sentence }) => sentence.startsWith("line ") && Number(sentence.slice(5)) < stored;
    try {
      if (run) {
        // Of the lines that are there already, all have to be found to be the same; what is not there comes behind.
        const alike = same(outbox.entries);
        const there = unsent.filter(isThere).map(({ number }) => number);
        if (JSON.stringify(alike) !== JSON.stringify(there)) this.wrong.push(JSON.stringify({ name: this.name, there, alike, question, unsent, stored }));
        if (each) await outbox.lookAtEach();
        else await outbox.settle(alike);
        this.counts.add(each ? "each is looked at" : "the run is answered");
        if (!each) this.counts.add("left out as the same", alike.length);
        if (!each) this.counts.add("sent behind theirs", unsent.length - alike.length);
        return;
      }
      const alike = same(outbox.entries).includes(first.number);
      // What is offered for one alone: theirs is the same, if it is among what the question tells, and only then.
      if (question.theirs.length && first.sentence.startsWith("line ") && alike !== Number(first.sentence.slice(5)) < told) {
        this.wrong.push(JSON.stringify({ name: this.name, alone: first, alike, question, unsent, told }));
      }
      if (isThere(first) || Number(first.sentence.match(/^line (\d+)/)?.[1] ?? 0) > stored) {
        await outbox.leaveOut(first.number, version); // it is there, or something before it was never written
        this.counts.add(alike ? "left out as the same" : "left out");
      } else {
        await outbox.again(first.number, version);
        this.counts.add("sent behind theirs");
      }
    } catch (problem) {
      if (!(problem instanceof TooLate)) throw problem;
    }
  }
}

/** The decisions of the game that people entered. */
export const gameOf = (decisions) => decisions.filter(({ version, automatic, command }) => version > 0 && !automatic && !command.type.startsWith("table."));
