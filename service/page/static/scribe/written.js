// What was written down and is not stored yet: it is shown below the board, and never applied to it. Without the service
// the last ten that are stored are there, too, to be marked; what is marked stays, until it was looked at.

import { keepFocus } from "../shared/focus.js";
import { part, said } from "../shared/page.js";

/** @typedef {import("./outbox.js").Outbox} Outbox */

const LAST = 10;

/** @param {string} text @param {() => unknown} does */
export function button(text, does) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  made.addEventListener("click", () => void does());
  return made;
}

export class Written {
  /**
   * @param {Outbox} outbox
   * @param {(problem: any) => void} wrong is told what could not be done
   * @param {(line: import("./entries.js").Line) => void} edit edits an entry
   */
  constructor(outbox, wrong, edit) {
    this.outbox = outbox;
    this.wrong = wrong;
    this.edit = edit;
    outbox.onChange(() => this.show());
    this.show();
  }

  show() {
    const lines = this.outbox.lines();
    const stored = new Set(this.outbox.connected ? [] : lines.filter(({ state }) => state === "stored").slice(-LAST));
    const shown = lines.filter((line) => line.state !== "stored" || line.mark || stored.has(line));
    part("written").hidden = shown.length === 0;
    keepFocus(part("lines"), () => part("lines").replaceChildren(...shown.map((line) => this.#line(line))), document.getElementById("tap-title"));
  }

  /** @param {import("./entries.js").Line} line */
  #line(line) {
    const { number, state, sentence, open, mark } = line;
    const item = document.createElement("li");
    item.dataset.state = state;
    if (mark) item.dataset.mark = "";
    item.append(Object.assign(document.createElement("span"), { textContent: sentence }));
    item.append(Object.assign(document.createElement("span"), { className: "how", textContent: said[`is-${state}`] ?? "" }));
    if (!this.outbox.writes) return item;
    item.append(button(said[mark ? "looked-at" : "look-at-this"] ?? "", () => this.outbox.mark(number, !mark).catch(this.wrong)));
    if (!open) return item;
    item.append(button(said.edit ?? "", () => this.edit(line)));
    item.append(button(said["leave-out"] ?? "", () => this.outbox.leaveOut(number).catch(this.wrong)));
    return item;
  }
}
