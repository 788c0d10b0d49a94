// A pad for what is tapped now and then, in a part of the page that is opened for it: nothing is asked of the service before
// that, and when something was entered it is closed again.

import { close } from "../shared/focus.js";
import { Guard } from "../taps/guard.js";
import { Pad } from "../taps/pad.js";

export class Folded {
  /**
   * @param {HTMLDetailsElement} place
   * @param {import("./entering.js").Entering} entering
   * @param {HTMLElement[]} above what is in it above the pad
   * @param {(commands: Record<string, any>[]) => void} decided is told what was tapped
   * @param {() => Promise<void>} show asks what can be tapped, and shows it
   */
  constructor(place, entering, above, decided, show) {
    const pad = document.createElement("div");
    place.append(...above, pad);
    this.guard = new Guard();
    this.pad = new Pad(pad, entering.naming, this.guard, decided);
    this.pad.folded = true;
    this.pad.wait();
    this.turn = 0;
    place.addEventListener("toggle", () => { if (place.open) entering.may(show()); });
    entering.whenEntered.push(() => {
      close(place);
      this.pad.wait();
    });
  }

  /**
   * Begin to ask what can be tapped: nothing can be until it is known.
   * @returns {() => boolean} whether nothing else was asked since
   */
  begin() {
    this.turn += 1;
    const { turn } = this;
    this.pad.wait();
    return () => turn === this.turn;
  }
}
