// The decisions of a match, as the reader may know them, and the list that shows their sentences.

import { named } from "../shared/buttons.js";
import { query } from "../shared/service.js";

/**
 * @typedef {{version: number, actor: any, at: string, text?: string, faded?: boolean, automatic?: boolean,
 *   command: {type: string}, facts?: {type: string}[], changed?: string[],
 *   struck?: {by: number}, replaced?: {by: number}}} Decision
 */

const PAGE = 500;

export class Log {
  /** @param {import("../shared/service.js").Service} service */
  constructor(service) {
    this.service = service;
    /** @type {Decision[]} */
    this.decisions = [];
  }

  /** The version of the newest decision that is known; -1 without any. */
  get newest() {
    return this.decisions.length - 1;
  }

  /**
   * Read what is new, for a viewer; a page at a time.
   * @param {string} as
   * @param {number | null} line
   * @param {(decisions: Decision[]) => void} show is handed each page
   */
  async grow(as, line, show) {
    for (;;) {
      const after = this.newest < 0 ? null : this.newest;
      const asked = { as, after, line, limit: PAGE, text: this.service.language, changed: true };
      const page = await this.service.read(`/decisions${query(asked)}`);
      this.decisions.push(...page.decisions);
      show(page.decisions);
      if (!page.next) return;
    }
  }

  /** Forget everything: another viewer, or another line, is told other things. */
  clear() {
    this.decisions = [];
  }
}

export class LogList {
  /**
   * @param {HTMLOListElement} list
   * @param {Record<string, string>} said
   * @param {(version: number) => void} go
   */
  constructor(list, said, go) {
    this.list = list;
    this.said = said;
    this.go = go;
    /** @type {HTMLElement | null} */
    this.current = null;
    list.addEventListener("click", (event) => {
      const item = /** @type {HTMLElement} */ (event.target).closest("button");
      if (item?.dataset.version) go(Number(item.dataset.version));
    });
  }

  /** @param {Decision[]} decisions */
  add(decisions) {
    this.list.append(...decisions.map((decision) => this.#item(decision)));
  }

  clear() {
    this.list.replaceChildren();
    this.current = null;
  }

  /**
   * Mark a decision as the one that is looked at, and bring it into sight.
   * @param {number} version
   */
  mark(version) {
    this.current?.removeAttribute("aria-current");
    this.current = this.#button(version);
    this.current?.setAttribute("aria-current", "step");
    if (this.current === null) return;
    // Only the list moves: scrollIntoView would move the page, too.
    const item = /** @type {HTMLElement} */ (this.current.parentElement);
    const top = item.offsetTop - this.list.offsetTop;
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    const below = top + item.offsetHeight - this.list.clientHeight;
    if (below > this.list.scrollTop) this.list.scrollTop = below;
  }

  /** @param {Decision} decision */
  #item(decision) {
    const item = document.createElement("li");
    const button = item.appendChild(document.createElement("button"));
    button.type = "button";
    button.dataset.version = String(decision.version);
    const seat = decision.actor?.seat;
    if (seat !== undefined) item.dataset.seat = String(seat);
    item.dataset.kind = kindOf(decision);
    const number = button.appendChild(document.createElement("span"));
    number.className = "version";
    number.textContent = String(decision.version);
    const text = decision.faded ? this.said.faded : (decision.text ?? decision.command.type);
    button.append(text ?? "");
    return item;
  }

  /**
   * Say of decisions what became of them.
   * @param {Map<number, import("./lines.js").Change>} changes
   * @param {(version: number) => string} sentence
   */
  strike(changes, sentence) {
    for (const old of this.list.querySelectorAll(".why")) old.remove();
    for (const item of this.list.querySelectorAll(".struck, .replaced")) item.classList.remove("struck", "replaced");
    for (const [version, { effect, by }] of changes) {
      const item = this.#button(version)?.parentElement;
      if (!item) continue;
      item.classList.add(effect);
      const why = Object.assign(document.createElement("p"), { className: "why" });
      why.append(`${this.said[`${effect}-by`]} `, ...named(by, this.go, sentence));
      item.append(why);
    }
  }

  /** @param {number} version @returns {HTMLElement | null} */
  #button(version) {
    return this.list.querySelector(`:scope > li > button[data-version="${version}"]`);
  }
}

/**
 * What kind of decision it is: of the "game", what follows "automatic" or by "chance", or of the "table".
 * @param {Decision} decision
 */
export function kindOf(decision) {
  if (decision.command.type.startsWith("table.")) return "table";
  if (decision.actor === "chance") return "chance";
  return decision.automatic ? "automatic" : "game";
}
