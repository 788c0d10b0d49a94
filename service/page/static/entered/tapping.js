// Everything that is tapped on a scribe's page, put together.

import { Asked } from "./asked.js";
import { Asking } from "../play/asking.js";
import { Besides } from "./besides.js";
import { Editing } from "./editing.js";
import { Entering } from "./entering.js";
import { forMyEyes } from "./eyes.js";
import { Recent } from "./recent.js";
import { Logbook } from "./logbook.js";
import { recall, remember } from "../scribe/store.js";
import { passes, query, Unanswered } from "../shared/service.js";
import { Rules } from "../audit/rules.js";
import { lineOf } from "./typing.js";
import { Unseen } from "./unseen.js";
import { wordsFor } from "../scribe/words.js";

/** @typedef {import("../scribe/outbox.js").Outbox} Outbox */

/** @param {string} tag @param {string} id @param {Record<string, any>} [more] */
const made = (tag, id, more = {}) => Object.assign(document.createElement(tag), { id, ...more });

export class Tapping {
  /**
   * @param {import("../shared/service.js").Service} service
   * @param {Outbox} outbox
   * @param {() => void} wake lets what is in the outbox be sent
   * @param {Record<string, string>} said
   * @param {HTMLElement} entering where is tapped
   * @param {HTMLElement} recent where the last entries are
   * @param {HTMLElement} picture where the board is
   * @param {string} kept where this device keeps what it has learned: with the outbox, to be forgotten with it
   */
  constructor(service, outbox, wake, said, entering, recent, picture, kept) {
    this.service = service;
    this.said = said;
    this.known = false;
    this.kept = kept;
    const title = made("h2", "tap-title", { textContent: said["tap-title"], tabIndex: -1 });
    const [told, edited, dialogue, pad] = [made("div", "tap-told"), made("div", "tap-edited"), made("div", "tap-asked"), made("div", "pad")];
    told.setAttribute("role", "alert");
    const asked = made("div", "tap-number");
    const unseen = /** @type {HTMLDetailsElement} */ (made("details", "unseen"));
    const besides = /** @type {HTMLDetailsElement} */ (made("details", "besides"));
    const rules = /** @type {HTMLDetailsElement} */ (made("details", "rules"));
    for (const [part, name] of /** @type {[HTMLElement, string][]} */ ([[unseen, "tap-known"], [besides, "tap-besides"], [rules, "rules"]])) {
      part.append(made("summary", "", { textContent: said[name] }));
    }
    const undo = /** @type {HTMLButtonElement} */ (made("button", "undo", { type: "button", textContent: `↶ ${said["tap-undo"]}` }));
    const eyes = /** @type {HTMLButtonElement} */ (made("button", "eyes", { type: "button", textContent: said["tap-eyes"] }));
    const bar = made("div", "tap-bar");
    bar.append(undo, eyes);
    entering.append(title, told, edited, dialogue, pad, asked, unseen, besides, rules, bar);
    const list = made("ol", "last");
    recent.append(made("h2", "", { textContent: said["tap-last"] }), list);

    this.entering = new Entering(service, outbox, wake, pad, told, said);
    this.rules = new Rules(service, rules);
    this.record = new Logbook(service);
    this.entering.explain = (problem) => this.#explained(problem);
    const replay = { log: this.record, go: () => {}, sentence: (/** @type {number} */ version) => this.record.sentence(version) };
    this.asking = new Asking(dialogue, said, this.rules, /** @type {any} */ (replay), (command, key) => this.#send(command, key), title);
    this.asking.outdated = () => void this.entering.look();
    this.unseen = new Unseen(unseen, this.entering, this.record, said);
    this.editing = new Editing(edited, this.entering, this.asking, said);
    this.besides = new Besides(besides, this.entering, this.record, this.asking, said);
    this.recent = new Recent(list, undo, this.entering, this.record, this.asking, said);
    this.asked = new Asked(asked, this.entering, said);
    this.asked.correct = (seat) => this.recent.correct(seat);
    this.besides.bench = this.recent.bench = () => this.#bench();
    this.entering.whenListed.push(({ version }) => {
      entering.dataset.version = String(version);
      this.#later();
    });
    forMyEyes(eyes, picture, service);
  }

  /** The match as it is now; at first, what it is played by is learned. @param {any} match */
  async shown(match) {
    if (this.known) {
      if (!this.game) return; // it is being learned: nothing is called by its id until then
      this.entering.call(match);
      if (match.version > this.entering.listed.version) await this.entering.look();
      else this.entering.again();
      return;
    }
    this.known = true;
    const name = `learned ${this.service.language}`;
    const kept = await recall(this.kept, name).catch(() => undefined);
    if (kept) this.#learn(match, kept);
    if (kept) void this.entering.look(); // whether the service is away takes a while to be known
    try {
      const learned = await this.#learned(match);
      this.#learn(match, learned);
      await remember(this.kept, name, learned).catch(() => {});
    } catch (problem) {
      this.known = false; // it is asked again when the service is there
      if (kept && (problem instanceof Unanswered || passes(/** @type {any} */ (problem)))) return;
      throw problem;
    }
    if (!kept) await this.entering.look();
  }

  /** @param {any} match @param {{game: any, commands: Record<string, any>, words: any}} learned */
  #learn(match, { game, commands, words }) {
    this.game = game;
    this.asked.view = game.view;
    this.entering.learn(match, game, commands, words);
  }

  /** The game, the commands of the table, and labels. @param {any} match */
  async #learned(match) {
    const { service } = this;
    const language = { lang: service.language };
    const game = await service.read(`${match.links.ruleset}${query(language)}`);
    await this.rules.learn(game);
    const { words } = await service.read(`/words${query(language)}`);
    return { game, commands: this.rules.commands, words };
  }

  /** The sentences come a moment later: first what is tapped. */
  #later() {
    clearTimeout(this.timer);
    const stored = Math.max(0, ...this.entering.outbox.lines().map(({ last }) => last ?? 0), this.entering.stored);
    this.timer = setTimeout(() => void this.recent.show(stored).catch(() => {}), 400);
  }

  /** What forms have to know. @returns {Promise<import("../forms/lists.js").Bench>} */
  async #bench() {
    const { naming } = this.entering;
    const { board } = await this.service.read("/view");
    await this.record.grow();
    const decisions = this.record.forAll();
    return {
      own: null, recorded: true, kept: [], seats: naming.seats, empty: naming.empty, words: naming.words, commands: naming.commands, view: this.game.view, board,
      said: this.said, rules: this.rules.parts, decisions, current: decisions.length - 1, past: false,
    };
  }

  /** Try a command; with a key it goes into the outbox. @param {Record<string, any>} command @param {string} [key] */
  async #send(command, key) {
    if (!key) {
      return this.service.read(`/commands${query({ dry_run: true, text: this.service.language })}`, { method: "POST", body: command });
    }
    await this.entering.enter(command.commands ?? [command], { typed: lineOf(command) });
    return {};
  }

  /** @param {any} problem */
  #explained(problem) {
    const text = Object.assign(document.createElement("p"), { textContent: wordsFor(problem) });
    return problem.rule ? [text, this.rules.told(problem.rule)] : [text];
  }
}
