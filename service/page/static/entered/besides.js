// What else can happen: something against the rules, with a note; a line of shorthand; a gap; and all that is said and done at
// the table.

import { askNote } from "./noting.js";
import { formOf } from "../forms/table.js";
import { Folded } from "./folded.js";
import { query } from "../shared/service.js";
import { read, typed } from "./typing.js";

/** @typedef {import("../taps/values.js").Move} Move */

const LONGEST = 500;
/** What is tapped elsewhere. */
const ELSEWHERE = new Set(["table.tell", "table.identify", "table.reveal"]);

export class Besides {
  /**
   * @param {HTMLDetailsElement} place
   * @param {import("./entering.js").Entering} entering
   * @param {import("./logbook.js").Logbook} record
   * @param {import("../play/asking.js").Asking} asking
   * @param {Record<string, string>} said
   */
  constructor(place, entering, record, asking, said) {
    this.place = place;
    this.entering = entering;
    this.record = record;
    this.asking = asking;
    this.said = said;
    /** @type {() => Promise<import("../forms/lists.js").Bench>} */
    this.bench = () => Promise.reject(new Error("not learned"));
    const line = typed(said["tap-line"] ?? "", said.try ?? "", (text) => read(entering, asking, text));
    this.table = Object.assign(document.createElement("div"), { className: "taps" });
    this.folded = new Folded(place, entering, [line, this.table], (commands) => void entering.enter(commands), () => this.show());
    // A gap needs nobody to judge it: it is there without the service, too.
    this.gap = this.#button(said["tap-gap"] ?? "", "gap", () => entering.may(this.#gap()));
    this.table.append(this.gap);
  }

  async show() {
    const asked = this.folded.begin();
    if (this.entering.away) return;
    await this.entering.settled();
    const { service, as, listed, naming } = this.entering;
    const { moves, table } = await service.read(`/moves${query({ possible: true, as, text: service.language })}`);
    if (!asked()) return;
    const lawful = new Set(listed.moves.map((move) => JSON.stringify(move)));
    this.folded.pad.show(moves.filter((/** @type {Move} */ move) => move.irregular !== undefined || !lawful.has(JSON.stringify(move))));
    const types = table.filter((/** @type {string} */ type) => naming.commands[type] && !ELSEWHERE.has(type));
    this.table.replaceChildren(
      this.gap,
      ...types.map((/** @type {string} */ type) => this.#button(naming.type(type), type, () => this.entering.may(this.#form(type)))),
    );
  }

  /** @param {string} label @param {string} type @param {() => void} does */
  #button(label, type, does) {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    made.dataset.table = type;
    made.addEventListener("click", () => { if (this.folded.guard.counts()) does(); });
    return made;
  }

  /** @param {string} type */
  async #form(type) {
    await this.entering.settled();
    await this.record.grow();
    const form = formOf(type, await this.bench());
    if (form) this.asking.ask(this.entering.naming.type(type), form.fields, form.command);
  }

  async #gap() {
    const text = await askNote(this.entering.told, this.said, this.said["tap-gap"] ?? "", LONGEST);
    if (text !== null) await this.entering.enter([{ type: "table.note", text: `…gap… ${text}` }]);
  }
}
