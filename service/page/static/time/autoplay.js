// Going on by itself, as fast as was chosen, from the horizon to the newest decision: what has faded is not played.

import { part } from "../shared/page.js";

export class Autoplay {
  /** @param {import("./replay.js").Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.timer = 0;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) part("speed").value = "0.5";
    part("speed").addEventListener("change", () => {
      if (this.timer === 0) return;
      this.toggle();
      this.toggle();
    });
  }

  /** Start, or stop. At the newest decision it starts anew, and before the horizon there. */
  toggle() {
    const running = this.timer !== 0;
    clearInterval(this.timer);
    this.timer = 0;
    part("run").setAttribute("aria-pressed", String(!running));
    if (running) return;
    const { current, log, horizon } = this.replay;
    if (current >= log.newest) this.replay.go(horizon);
    else if (current < horizon) this.replay.go(horizon);
    this.timer = setInterval(() => this.#on(), 1000 / Number(part("speed").value));
  }

  #on() {
    const { current, log, horizon } = this.replay;
    if (current >= log.newest || current < horizon) this.toggle();
    else this.replay.go(current + 1);
  }
}
