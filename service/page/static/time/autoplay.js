// Going on by itself, as fast as was chosen, from the horizon to the newest decision: what has faded is not played.

import { part } from "../shared/page.js";
import { pause } from "../shared/service.js";

export class Autoplay {
  /** @param {import("./replay.js").Replay} replay */
  constructor(replay) {
    this.replay = replay;
    /** Which run it is; 0 while it stands still. */
    this.run = 0;
    this.runs = 0;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) part("speed").value = "0.5";
    part("speed").addEventListener("change", () => {
      if (this.run === 0) return;
      this.toggle();
      this.toggle();
    });
  }

  /** Start, or stop. At the newest decision it starts anew, and before the horizon there. */
  toggle() {
    const running = this.run !== 0;
    this.run = 0;
    part("run").setAttribute("aria-pressed", String(!running));
    if (running) return;
    const { current, log, horizon } = this.replay;
    if (current >= log.newest || current < horizon) void this.replay.go(horizon);
    this.runs += 1;
    this.run = this.runs;
    void this.#on(this.run);
  }

  /** Step by step: on a slow line as fast as the boards come, so that sentence and board agree. @param {number} run */
  async #on(run) {
    for (;;) {
      await pause(1000 / Number(part("speed").value));
      if (run !== this.run) return;
      const { current, log, horizon } = this.replay;
      if (current >= log.newest || current < horizon) return this.toggle();
      await this.replay.go(current + 1);
    }
  }
}
