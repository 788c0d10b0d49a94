// One question for all that is held: whether what others entered is the same, or ours comes behind it, or each is looked at.

import { same } from "./conflicts.js";
import { button } from "./written.js";
import { keepFocus } from "../shared/focus.js";
import { part, said, wording } from "../shared/page.js";

/** @typedef {import("./entries.js").Question} Asked */

export class Question {
  /**
   * @param {import("./outbox.js").Outbox} outbox
   * @param {() => number} version the version that is shown
   * @param {(problem: any) => void} wrong is told what could not be done
   */
  constructor(outbox, version, wrong) {
    this.outbox = outbox;
    this.version = version;
    this.wrong = wrong;
    /** @type {Asked | null} */
    this.shown = null;
    outbox.onChange(() => this.show());
    this.show();
  }

  show() {
    const { question, unsent } = this.outbox.entries;
    if (!question) {
      this.shown = null;
      keepFocus(part("question"), () => part("asked").replaceChildren(), document.getElementById("tap-title"));
      part("question").hidden = true;
      return;
    }
    part("question").hidden = false;
    const { each } = this.outbox.entries;
    part("question-title").textContent = said[`held-${question.kind}`];
    const first = unsent.find(({ state }) => state === "held");
    /** @type {HTMLElement[]} */
    const asked = [paragraph(`${said["held-line"]} ${first?.sentence ?? ""}`)];
    if (question.problem.code !== "version-moved" && question.entry === first?.number) asked.push(paragraph(wording({ ...question.problem, message: question.problem.detail ?? question.problem.title })));
    const behind = unsent.filter(({ number }) => number > (first?.number ?? 0)).length;
    if (behind) asked.push(paragraph(`${said["held-behind"]} ${behind}`));
    if (question.theirs.length) asked.push(paragraph(said["held-theirs"] ?? ""), theirs(question.theirs));
    if (this.outbox.writes) asked.push(this.#choices(question, each));
    keepFocus(part("asked"), () => part("asked").replaceChildren(...asked), part("question-title"));
    if (this.shown !== question && !this.shown) part("question-title").focus();
    this.shown = question;
  }

  /** @param {Asked} question @param {boolean} each */
  #choices(question, each) {
    const { outbox } = this;
    const { unsent } = outbox.entries;
    const choices = Object.assign(document.createElement("div"), { className: "choices" });
    const choose = (/** @type {string} */ name, /** @type {() => Promise<void>} */ does, more = "") =>
      choices.append(button(`${said[name]}${more}`, () => does().catch(this.wrong)));
    const first = unsent.find(({ state }) => state === "held");
    if (!first) return choices;
    if (question.kind === "refused" || each) {
      const moved = question.problem.code === "version-moved"; // refused for that: the log is shorter than it was
      const version = question.kind === "refused" ? (moved ? question.newest : undefined) : Math.max(question.newest, this.version());
      choose(question.kind === "refused" ? "send-again" : "mine-behind-one", () => outbox.again(first.number, version));
      choose(same(outbox.entries).includes(first.number) ? "theirs-same" : "leave-out", () => outbox.leaveOut(first.number, this.version()));
      return choices;
    }
    const alike = same(outbox.entries);
    if (alike.length) choose("theirs-same", () => outbox.settle(alike), ` (${alike.length} / ${unsent.length})`);
    choose("mine-behind", () => outbox.settle([]));
    choose("look-at-each", () => outbox.lookAtEach());
    return choices;
  }
}

/** @param {import("./entries.js").Told[]} list */
function theirs(list) {
  const made = Object.assign(document.createElement("ul"), { className: "evidence" });
  made.append(...list.map(({ version, text, by }) => Object.assign(document.createElement("li"), { textContent: `${version} ${text}${by ? ` (${by})` : ""}` })));
  return made;
}

/** @param {string} text */
const paragraph = (text) => Object.assign(document.createElement("p"), { textContent: text });
