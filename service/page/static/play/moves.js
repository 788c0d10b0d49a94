// The list of moves: grouped by what they are, and narrowed to what was clicked on the board.

import { movesAbout } from "./narrowing.js";

/** @typedef {import("./play.js").Move} Move */

const SHORT = 10;

export class MoveList {
  /**
   * @param {HTMLElement} place
   * @param {Record<string, string>} said
   * @param {import("./narrowing.js").Named} kinds
   * @param {(type: string) => string} named what a type of moves is called
   * @param {(move: Move) => string} told what a move is called
   * @param {(move: Move) => void} choose
   */
  constructor(place, said, kinds, named, told, choose) {
    this.place = place;
    this.said = said;
    this.kinds = kinds;
    this.named = named;
    this.told = told;
    this.choose = choose;
    /** @type {Move[]} */
    this.moves = [];
    /** @type {{thing: import("./narrowing.js").Thing, label: string} | null} */
    this.narrowed = null;
  }

  /** @param {Move[]} moves */
  show(moves) {
    this.moves = moves;
    this.narrowed = null;
    this.#draw();
  }

  /**
   * Narrow the list to the moves about a thing; a single one is chosen at once, since it is tried before it is sent.
   * @param {import("./narrowing.js").Thing} thing
   * @param {string} label
   * @returns {boolean} whether there are any
   */
  narrow(thing, label) {
    const about = movesAbout(this.moves, thing, this.kinds);
    if (!about.length) return false;
    this.narrowed = { thing, label };
    this.#draw();
    const [only] = about;
    if (about.length === 1 && only) this.choose(only);
    return true;
  }

  #draw() {
    const { narrowed } = this;
    const listed = narrowed ? movesAbout(this.moves, narrowed.thing, this.kinds) : this.moves;
    const types = [...new Set(listed.map(({ type }) => type))];
    const grouped = listed.length > SHORT && types.length > 1;
    const lists = grouped
      ? types.map((type) => this.#group(type, listed.filter((move) => move.type === type)))
      : [this.#list(listed)];
    this.place.replaceChildren(...(narrowed ? [this.#chip(narrowed.label)] : []), ...lists);
  }

  /** @param {string} type @param {Move[]} moves */
  #group(type, moves) {
    const [only] = moves;
    if (moves.length === 1 && only) return this.#list(moves);
    const group = document.createElement("details");
    group.append(Object.assign(document.createElement("summary"), { textContent: `${this.named(type)} (${moves.length})` }));
    group.append(this.#list(moves));
    return group;
  }

  /** @param {Move[]} moves */
  #list(moves) {
    const list = document.createElement("ul");
    list.className = "moves";
    for (const move of moves) {
      const button = list.appendChild(document.createElement("li")).appendChild(document.createElement("button"));
      Object.assign(button, { type: "button", textContent: this.told(move) });
      button.dataset.type = move.type;
      button.addEventListener("click", () => this.choose(move));
    }
    return list;
  }

  /** @param {string} label */
  #chip(label) {
    const chip = document.createElement("button");
    Object.assign(chip, { type: "button", className: "chip", textContent: `${label} ×` });
    chip.setAttribute("aria-label", `${this.said["all-moves"]}: ${label}`);
    chip.addEventListener("click", () => this.show(this.moves));
    return chip;
  }
}
