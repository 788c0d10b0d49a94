// When the audit is read: at first, when something has happened that belongs there, and when it comes into sight. What
// the game itself notices may change with each decision: for its marks on the time line it is read a little later.

import { part } from "../shared/page.js";
import { oneByOne } from "../shared/serial.js";

/** The facts of every table that are in the audit, where no command of the table says so. */
const TOLD = new Set([
  "Asserted", "Discrepancy", "Irregular", "IrregularOutOfSight", "LineChanged", "MatchAbandoned", "PiecesMissing",
  "PurseOverspent", "ConsentAsked", "ConsentGiven", "ConsentRefused", "RequestDropped", "RequestWithdrawn",
]);

/** Whether something of the audit has changed, for certain. @param {import("../log/log.js").Decision} decision */
const belongs = ({ command, facts = [] }) =>
  (command.type.startsWith("table.") && command.type !== "table.note") || facts.some(({ type }) => TOLD.has(type));

/** Milliseconds after a decision in which others may follow. */
const LATER = 5000;

export class Auditing {
  /**
   * @param {import("../time/replay.js").Replay} replay
   * @param {import("./audit.js").Audit} audit
   */
  constructor(replay, audit) {
    this.replay = replay;
    this.audit = audit;
    this.inSight = false;
    this.outdated = true;
    /** The version up to which decisions have been looked at; -1 where all is to be read anew. */
    this.known = -1;
    this.waiting = 0;
    this.read = oneByOne(() => this.#read());
    replay.whenCleared.push(() => { this.known = -1; });
    new IntersectionObserver((seen) => {
      this.inSight = seen.at(-1)?.isIntersecting ?? false;
      if (this.inSight && this.outdated && this.known >= 0) void this.read();
    }).observe(part("audit").closest("section"));
  }

  /** Look at what is new in the log, and read the audit where that is called for. */
  async grow() {
    const { decisions, newest } = this.replay.log;
    const from = this.known;
    if (newest > from) this.outdated = true;
    this.known = newest;
    if (from < 0 || this.inSight ? this.outdated : decisions.slice(from + 1).some(belongs)) await this.read();
    else if (this.outdated && !this.waiting) this.waiting = setTimeout(() => void this.#later(), LATER);
  }

  async #later() {
    this.waiting = 0;
    if (this.outdated) await this.read();
  }

  async #read() {
    const { scrubber, log, position } = this.replay;
    this.outdated = false;
    const found = await this.audit.show(position.as).catch(() => null);
    if (!found) return;
    for (const [lane, versions] of Object.entries(found)) {
      scrubber.clear(lane);
      scrubber.add(lane, versions);
    }
    scrubber.draw(log.newest);
  }
}
