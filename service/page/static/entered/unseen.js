// What nobody saw at the time, and what is known now: of a place, or of a decision.

import { isUnseen } from "../taps/values.js";
import { Folded } from "./folded.js";
import { plainOf } from "../forms/fields.js";
import { query } from "../shared/service.js";

/** @typedef {import("../log/log.js").Decision} Decision */
/** @typedef {import("../taps/values.js").Move} Move */

const NEWEST = 60;

export class Unseen {
  /**
   * @param {HTMLDetailsElement} place
   * @param {import("./entering.js").Entering} entering
   * @param {import("./logbook.js").Logbook} record
   * @param {Record<string, string>} said
   */
  constructor(place, entering, record, said) {
    this.place = place;
    this.entering = entering;
    this.record = record;
    this.said = said;
    this.list = Object.assign(document.createElement("div"), { className: "taps" });
    this.folded = new Folded(place, entering, [this.list], (commands) => void this.#told(commands), () => this.show());
    /** The decision that is filled in. @type {Decision | null} */
    this.decision = null;
  }

  async show() {
    const asked = this.folded.begin();
    this.decision = null;
    await this.entering.settled();
    const { service, naming, as } = this.entering;
    const [{ moves }] = await Promise.all([
      service.read(`/moves${query({ as, untold: true, text: service.language })}`), this.record.grow(),
    ]);
    if (!asked()) return;
    this.folded.pad.show(moves.filter((/** @type {Move} */ { type }) => type === "table.identify"));
    const open = this.record.decisions.filter(({ command }) => !command.type.startsWith("table.") && naming.commands[command.type]
      && JSON.stringify(command).includes('"unknown"')).slice(-NEWEST).reverse();
    this.list.replaceChildren(...open.map((decision) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: `${decision.version}: ${this.record.sentence(decision.version)}` });
      button.dataset.reveals = String(decision.version);
      button.addEventListener("click", () => { if (this.folded.guard.counts()) this.#open(decision); });
      return button;
    }));
  }

  /** Tap what was unknown in a decision. @param {Decision} decision */
  #open(decision) {
    this.folded.begin();
    this.decision = decision;
    const { command } = decision;
    const fields = Object.entries(/** @type {Record<string, any>} */ (command)).map(([name, value]) => {
      const schema = this.entering.naming.commands[command.type]?.properties?.[name] ?? {};
      const number = Array.isArray(value) ? value.filter(isUnseen).length : isUnseen(value) ? value.unknown : 0;
      if (!number) return [name, value];
      const kinds = this.#values(schema);
      if (plainOf(schema).type !== "array") return [name, { any_of: kinds }];
      const pieces = kinds.flatMap((one) => Array.from({ length: number }, () => one));
      return [name, { some_of: pieces, min: number, max: number, unknown: number }];
    });
    this.list.replaceChildren();
    this.folded.pad.show([/** @type {Move} */ (Object.fromEntries(fields))]);
  }

  /** The values that a field can have, as far as they are known. @param {any} schema @returns {any[]} */
  #values(schema) {
    const plain = plainOf(schema);
    const inner = plain.type === "array" ? plainOf(plain.items ?? {}) : plain;
    if (inner.enum) return inner.enum;
    const named = Object.keys(this.entering.naming.words[schema["x-kind"] ?? plain["x-kind"] ?? ""] ?? {});
    if (inner.type !== "integer") return named;
    if (named.length) return named.map(Number);
    return Array.from({ length: (inner.maximum ?? 60) - (inner.minimum ?? 0) + 1 }, (_, index) => (inner.minimum ?? 0) + index);
  }

  /** @param {Record<string, any>[]} commands */
  async #told([tapped]) {
    const { decision } = this;
    if (!tapped) return;
    if (decision === null) return void this.entering.enter([tapped]);
    const whole = Object.fromEntries(Object.entries(decision.command).map(([name, value]) => [name, filled(value, tapped[name])]));
    await this.entering.enter([{ type: "table.reveal", decision: decision.version, command: whole }],
      { sentence: `${this.entering.naming.type("table.reveal")}: ${this.record.sentence(decision.version)}` });
  }
}

/** A value with what was unknown in it filled in. @param {any} value @param {any} tapped */
function filled(value, tapped) {
  if (isUnseen(value)) return tapped;
  if (!Array.isArray(value) || !Array.isArray(tapped)) return value;
  const left = [...tapped];
  return value.map((one) => (isUnseen(one) ? left.shift() : one));
}
