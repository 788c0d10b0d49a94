// Going on by itself, as fast as was chosen, up to the newest decision.

import { part } from "./page.js";

export class Autoplay {
  /** @param {import("./replay.js").Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.timer = 0;
  }

  /** Start, or stop. */
  toggle() {
    const running = this.timer !== 0;
    clearInterval(this.timer);
    this.timer = running ? 0 : setInterval(() => this.#on(), 1000 / Number(part("speed").value));
    part("run").setAttribute("aria-pressed", String(!running));
  }

  #on() {
    const { current, log } = this.replay;
    if (current >= log.newest) this.toggle();
    else this.replay.go(current + 1);
  }
}
