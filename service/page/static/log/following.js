// The page kept up to date: new decisions are read when the stream rings, and shown at the newest position.

import { Auditing } from "../audit/auditing.js";
import { live } from "./live.js";
import { html, part, said, service, token } from "../shared/page.js";
import { showCountersigned } from "../readers/countersigned.js";
import { oneByOne } from "../shared/serial.js";
import { query } from "../shared/service.js";
import { roleOf } from "../shared/tokens.js";

export class Following {
  /**
   * @param {import("../time/replay.js").Replay} replay
   * @param {import("../audit/audit.js").Audit} audit
   * @param {import("../play/play.js").Play} play
   */
  constructor(replay, audit, play) {
    this.replay = replay;
    this.auditing = new Auditing(replay, audit);
    this.play = play;
    this.outdated = false;
    this.turn = 0;
    /** Told how the match stands, each time. @type {(match: any) => void} */
    this.whenTold = () => {};
    /** Read what is new; at the newest position it is shown. Where other facts count, everything is read again. */
    this.grow = oneByOne(() => this.#grow());
  }

  async #grow() {
    const { replay } = this;
    if (this.outdated) {
      this.outdated = false;
      replay.clear();
    }
    const from = replay.log.newest;
    await replay.grow();
    const { newest } = replay.log;
    if (newest > from && (replay.position.at === null || replay.shown < 0)) await replay.show();
    const match = this.state();
    if (newest > from && roleOf(token) !== "public" && service.until === null) await this.play.show(match);
    await match;
    await this.auditing.grow();
    html.dataset.ready = String(newest);
  }

  /** Read everything again: other facts count, or more of them may be read. */
  async again() {
    this.outdated = true;
    await this.grow();
  }

  /** Another viewer or another line: everything is read anew, and followed. */
  async anew() {
    this.turn += 1;
    const { replay, turn } = this;
    await this.again();
    if (replay.position.line !== null || service.until !== null || turn !== this.turn) return;
    await live(service, replay.position.as, replay.log.newest, {
      grown: () => void this.grow(),
      changed: () => void this.again(),
      state: (state, refused) => {
        part("connection").textContent = refused ?? said[`connection-${state}`] ?? "";
        if (state === "live") void replay.mend();
      },
      stopped: () => turn !== this.turn,
    });
  }

  /** How the match stands, in a sentence: whom or what it waits for, or how it ended. */
  async state() {
    const match = await service.read(query({ text: service.language }));
    part("state").textContent = match.text;
    showCountersigned(match);
    this.whenTold(match);
    return match;
  }
}
