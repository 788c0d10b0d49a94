// An entry that is not sent yet is edited: what was typed, as text; what was tapped, in the pad. It keeps its place, and is
// not sent meanwhile.

import { read, typed } from "./typing.js";
import { commandsOf } from "../scribe/conflicts.js";

/** @typedef {import("../scribe/entries.js").Line} Line */

const LONGEST = 500;

export class Editing {
  /**
   * @param {HTMLElement} place
   * @param {import("./entering.js").Entering} entering
   * @param {import("../play/asking.js").Asking} asking
   * @param {Record<string, string>} said
   */
  constructor(place, entering, asking, said) {
    this.place = place;
    this.entering = entering;
    this.asking = asking;
    this.said = said;
    entering.whenEdited.push((line) => this.#show(line));
  }

  /** @param {Line | null} line */
  #show(line) {
    this.asking.close();
    if (!line) return this.place.replaceChildren();
    const title = Object.assign(document.createElement("h3"), { textContent: `${this.said["tap-edit"]} ${line.sentence}`, tabIndex: -1 });
    const cancel = Object.assign(document.createElement("button"), { type: "button", textContent: this.said.cancel });
    cancel.dataset.cancel = "";
    cancel.addEventListener("click", () => void this.entering.edit(null));
    const before = Object.assign(document.createElement("button"), { type: "button", textContent: this.said["tap-forgotten"] });
    before.dataset.before = "";
    before.addEventListener("click", () => {
      title.textContent = `${this.said["tap-before"]} ${line.sentence}`;
      this.place.replaceChildren(title, cancel);
      title.focus();
      void this.entering.forgotten();
    });
    this.place.replaceChildren(title, ...this.#text(line), ...this.#which(line), before, cancel);
    title.focus();
  }

  /** What was typed. @param {Line} line @returns {HTMLElement[]} */
  #text({ body, typed: line }) {
    const { entering, said } = this;
    if (body.type === "table.note") {
      const note = (/** @type {string} */ text) => entering.enter([{ type: "table.note", text }]);
      return [typed(entering.naming.type("table.note"), said["tap-put"] ?? "", note, { text: body.text, most: LONGEST })];
    }
    if (!line) return [];
    return [typed(said["tap-line"] ?? "", said.try ?? "", (text) => read(entering, this.asking, text), { text: line })];
  }

  /** Of several at once, which one is edited. @param {Line} line @returns {HTMLElement[]} */
  #which({ body }) {
    const commands = commandsOf(body);
    if (commands.length < 2) return [];
    const row = Object.assign(document.createElement("div"), { className: "taps" });
    row.append(...commands.map((command, at) => {
      const one = Object.assign(document.createElement("button"), { type: "button", textContent: this.entering.naming.command(command) });
      one.setAttribute("aria-pressed", String(at === this.entering.which));
      one.addEventListener("click", () => {
        this.entering.which = at;
        for (const [index, other] of [...row.children].entries()) other.setAttribute("aria-pressed", String(index === at));
        this.entering.takeUp();
      });
      return one;
    }));
    return [row];
  }
}
