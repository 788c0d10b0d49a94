// The last ten entries in sentences, each with "wrong"; and the one place where an entry is undone. What a correction
// strikes is shown before it is sent.

import { changesOf } from "../log/lines.js";
import { keepFocus } from "../shared/focus.js";
import { formOf } from "../forms/table.js";
import { TooLate } from "../scribe/entries.js";

/** @typedef {import("../log/log.js").Decision} Decision */

const SHOWN = 10;
/** What undo passes over without a word: it only says something, or undid something itself. */
const PASSED_OVER = new Set(["table.note", "table.assert", "table.call", "table.countersign", "table.amend", "table.take-back"]);

export class Recent {
  /**
   * @param {HTMLElement} list
   * @param {HTMLButtonElement} undo
   * @param {import("./entering.js").Entering} entering
   * @param {import("./logbook.js").Logbook} record
   * @param {import("../play/asking.js").Asking} asking
   * @param {Record<string, string>} said
   */
  constructor(list, undo, entering, record, asking, said) {
    this.list = list;
    this.undo = undo;
    this.entering = entering;
    this.record = record;
    this.asking = asking;
    this.said = said;
    /** What forms have to know. @type {() => Promise<import("../forms/lists.js").Bench>} */
    this.bench = () => Promise.reject(new Error("not learned"));
    undo.addEventListener("click", () => { if (entering.guard.counts()) entering.may(this.back()); });
  }

  /** @param {number} version the newest one */
  async show(version) {
    const decisions = await this.record.recent(version, this.entering.as);
    const changes = changesOf(decisions);
    const entries = decisions.filter(({ automatic, version: one }) => !automatic && one > 0).slice(-SHOWN).reverse();
    const items = entries.map((decision) => this.#item(decision, changes.get(decision.version)?.effect));
    keepFocus(this.list, () => this.list.replaceChildren(...items), this.undo);
  }

  /** @param {Decision} decision @param {string | undefined} effect */
  #item(decision, effect) {
    const item = document.createElement("li");
    item.classList.add(...(effect ? [effect] : []));
    item.append(Object.assign(document.createElement("span"), { textContent: decision.text ?? decision.command.type }));
    if (decision.command.type.startsWith("table.") || effect === "struck") return item;
    const wrong = Object.assign(document.createElement("button"), { type: "button", className: "wrong", textContent: this.said["tap-wrong"] });
    wrong.dataset.wrong = String(decision.version);
    wrong.setAttribute("aria-label", `${this.said["tap-wrong"]}: ${decision.text ?? ""}`);
    wrong.addEventListener("click", () => { if (this.entering.guard.counts()) this.entering.may(this.#wrong(decision)); });
    item.append(wrong);
    return item;
  }

  /** Ask what was so instead. @param {Decision} decision */
  async #wrong(decision) {
    await this.entering.settled();
    await this.record.grow();
    const bench = { ...(await this.bench()), current: decision.version, past: true };
    const form = formOf("table.amend", bench);
    if (form) this.asking.ask(decision.text ?? "", form.fields, form.command);
  }

  /** Ask what was so instead of the newest entry of a seat: there something is wrong, or before it. @param {number} seat */
  async correct(seat) {
    await this.entering.settled();
    await this.record.grow();
    const changes = changesOf(this.record.decisions);
    const last = this.record.decisions.findLast(({ actor, automatic, command, version }) => /** @type {any} */ (actor)?.seat === seat
      && !automatic && !command.type.startsWith("table.") && changes.get(version)?.effect !== "struck");
    if (last) await this.#wrong(last);
  }

  /** Undo the newest entry that is not undone yet: without a trace while it is not sent; else by a correction. */
  async back() {
    if (this.entering.edited) return this.entering.edit(null); // what is edited is as it was
    if (await this.entering.takeBack()) return;
    // What is on its way is the newest: the one before it is not what was meant.
    if (!(await this.entering.settled())) throw new TooLate();
    await this.record.grow();
    const { decisions } = this.record;
    const changes = changesOf(decisions);
    const counts = (/** @type {Decision} */ { version, automatic, command }) => !automatic && version > 0
      && !command.type.startsWith("table.") && changes.get(version)?.effect !== "struck";
    const stored = this.entering.outbox.lines().filter(({ state }) => state === "stored").reverse();
    const own = stored.map(({ first, last }) => decisions.slice(first ?? 0, (last ?? 0) + 1).filter(counts)).find(({ length }) => length);
    const last = own ?? decisions.filter(counts).slice(-1);
    if (!last.length) return;
    const [first] = last;
    const command = { type: "table.amend", changes: last.map(({ version }) => ({ decision: version, effect: "remove" })) };
    const versions = new Set(last.map(({ version }) => version));
    // Nothing else that is said at the table can be undone. It may have been meant: so it is asked first.
    const meant = decisions.slice((first?.version ?? 0) + 1).every(({ automatic, command: { type } }) =>
      automatic || !type.startsWith("table.") || PASSED_OVER.has(type));
    await this.asking.confirm(command, `${this.said["tap-undo"]}: ${first?.text ?? ""}`, (tried) => meant && onlyThese(tried, versions, decisions));
  }
}

/**
 * Whether a correction changes nothing but these decisions, and what followed from them by itself.
 * @param {any} tried the answer @param {Set<number>} versions @param {Decision[]} decisions
 */
function onlyThese(tried, versions, decisions) {
  const now = changesOf([...decisions, ...tried.decisions]);
  const before = changesOf(decisions);
  return [...now].every(([version, { effect, by }]) => before.get(version)?.by === by && before.get(version)?.effect === effect
    || versions.has(version) || decisions[version]?.automatic === true || version >= decisions.length);
}
