// What the reader is asked before something is sent: a form, and what would follow. Everything is tried without a trace
// first; it is sent on the version that was seen, and once.

import { changesOf } from "../log/lines.js";
import { Guard } from "../taps/guard.js";
import { JUDGED } from "./comparing.js";
import { named } from "../shared/buttons.js";
import { part, wording } from "../shared/page.js";
import { onceKey, Unanswered } from "../shared/service.js";

/**
 * @typedef {(command: Record<string, any>, key?: string, seen?: number) => Promise<any>} Send
 *   tries a command without a key; with one it is sent on the version that was seen
 * @typedef {import("../log/log.js").Decision} Decision
 */

export class Asking {
  /**
   * @param {HTMLElement} place
   * @param {Record<string, string>} said
   * @param {import("../audit/rules.js").Rules} rules
   * @param {import("../time/replay.js").Replay} replay
   * @param {Send} send
   * @param {HTMLElement} [home] what has the focus when nothing is asked any more
   */
  constructor(place, said, rules, replay, send, home = part("play-title")) {
    this.place = place;
    this.said = said;
    this.rules = rules;
    this.replay = replay;
    this.send = send;
    this.home = home;
    /** What is asked at the moment, once more: on the version that is there then. @type {(() => void) | null} */
    this.retry = null;
    this.turn = 0;
    this.guard = new Guard();
    /** What had the focus before anything was asked. @type {HTMLElement | null} */
    this.before = null;
    /** Told of each answer to what was sent. @type {((answer: any) => void)[]} */
    this.whenSent = [];
    /** Told when a newer version is there than was seen. @type {() => void} */
    this.outdated = () => {};
    /**
     * What is shown of the board before something is sent, and what is done when it is there.
     * @type {(tried: any) => Promise<{parts: HTMLElement[], shown: () => void} | null>}
     */
    this.compare = async () => null;
  }

  /**
   * A form whose command is tried when it is filled in.
   * @param {string} title @param {HTMLElement[]} fields @param {() => Record<string, any>} command
   */
  ask(title, fields, command) {
    this.#dialogue(title, fields, this.said.try ?? "", () => this.confirm(command(), title));
    /** @type {HTMLElement | null} */ (this.place.querySelector("select, input, textarea, button"))?.focus();
  }

  /**
   * Try a command that has nothing to do with what is asked at the moment: that is gone at once.
   * @param {Record<string, any>} command @param {string} title
   */
  async anew(command, title) {
    this.close();
    await this.confirm(command, title);
  }

  /**
   * Try a command, say what would follow, and ask whether it is to be sent.
   * @param {Record<string, any>} command @param {string} title
   * @param {(tried: any) => boolean} [plain] whether nobody has to be asked about what would follow
   * @param {number | null} [first] the version on which it was tried at first: what was ruled since then is said
   */
  async confirm(command, title, plain = () => false, first = null) {
    this.turn += 1;
    const { turn } = this;
    try {
      const tried = await this.send(command);
      const boards = await this.compare(tried);
      if (turn !== this.turn) return; // something else was asked meanwhile
      const [key, seen] = [onceKey(), tried.decisions[0].version - 1];
      const send = () => {
        this.retry = null;
        return this.send(command, key, seen).then((answer) => {
          const asked = this.place.contains(document.activeElement) || document.activeElement === document.body;
          this.close();
          if (asked) this.home.focus();
          for (const sent of this.whenSent) sent(answer);
        }, (problem) => this.#refused(problem));
      };
      if (plain(tried)) return void (await send());
      const before = this.place.textContent;
      this.#dialogue(title, [...this.#meanwhile(first ?? seen), ...this.#follows(tried), ...(boards?.parts ?? [])], this.said.send ?? "", send);
      if (first !== null && this.place.textContent !== before) this.guard.moved(); // a tap right now is meant for what was there before
      this.retry = () => void this.confirm(command, title, plain, first ?? seen);
      /** @type {HTMLButtonElement | null} */ (this.place.querySelector("button[type=submit]"))?.focus();
      boards?.shown();
    } catch (problem) {
      if (turn === this.turn) this.#refused(problem);
    }
  }

  /** Ask for nothing any more, or for something else. @param {HTMLElement} [what] */
  close(what) {
    this.retry = null;
    this.turn += 1;
    this.place.replaceChildren(...(what ? [what] : []));
  }

  /** What was ruled or corrected behind a version: who was about to do so sees it first. @param {number} version */
  #meanwhile(version) {
    const ruled = this.replay.log.decisions.filter((one) => one.version > version && JUDGED.has(one.command.type));
    if (!ruled.length) return [];
    const told = Object.assign(document.createElement("div"), { role: "alert" });
    told.append(this.#line(this.said["held-ruled"] ?? ""), ...ruled.map((one) => this.#line(this.replay.sentence(one.version))));
    return [told];
  }

  /** What would follow: the sentences, and what would become of earlier decisions. @param {any} tried */
  #follows(tried) {
    const list = Object.assign(document.createElement("ul"), { className: "follows" });
    for (const { text } of tried.decisions) if (text) list.append(Object.assign(document.createElement("li"), { textContent: text }));
    return [this.#line(this.said["would-follow"] ?? ""), list, ...this.#changes(tried.decisions)];
  }

  /** Which earlier decisions would count no more, otherwise, or again. @param {Decision[]} decisions */
  #changes(decisions) {
    const { decisions: log } = this.replay.log;
    const [before, after] = [changesOf(log), changesOf([...log, ...decisions])];
    const kindOf = (/** @type {number} */ version) => {
      const [old, now] = [before.get(version), after.get(version)];
      if (old && !now) return "again";
      return now && (now.effect !== old?.effect || now.by > this.replay.log.newest) ? now.effect : "";
    };
    const versions = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b);
    return ["struck", "replaced", "again"].flatMap((kind) => {
      const those = versions.filter((version) => kindOf(version) === kind);
      if (!those.length) return [];
      const list = Object.assign(document.createElement("ul"), { className: "evidence" });
      for (const version of those) {
        const item = list.appendChild(document.createElement("li"));
        item.append(...named(version, (to) => this.replay.go(to), (one) => this.replay.sentence(one)));
      }
      return [this.#line(this.said[`would-be-${kind}`] ?? ""), list];
    });
  }

  /** @param {string} text */
  #line(text) {
    return Object.assign(document.createElement("p"), { textContent: text });
  }

  /**
   * @param {string} title @param {HTMLElement[]} parts @param {string} label of the button @param {() => unknown} submit
   */
  #dialogue(title, parts, label, submit) {
    const form = document.createElement("form");
    const cancel = Object.assign(document.createElement("button"), { type: "button", textContent: this.said.cancel });
    const before = this.place.contains(document.activeElement) ? this.before : document.activeElement;
    this.before = /** @type {HTMLElement | null} */ (before);
    cancel.addEventListener("click", () => {
      this.close();
      (this.before?.isConnected ? this.before : this.home).focus();
    });
    const buttons = Object.assign(document.createElement("div"), { className: "choices" });
    buttons.append(Object.assign(document.createElement("button"), { type: "submit", textContent: label }), cancel);
    form.append(Object.assign(document.createElement("h3"), { textContent: title }), ...parts, buttons);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.guard.still()) submit();
    });
    this.close(form);
  }

  /** @param {any} problem */
  #refused(problem) {
    const told = document.createElement("div");
    told.setAttribute("role", "alert");
    const form = this.place.querySelector("form");
    told.append(...wrongIn(form, problem).map((text) => this.#line(text)));
    if (problem.rule) told.append(this.rules.told(problem.rule));
    if (form && (problem instanceof Unanswered || form.querySelector("select, input, textarea"))) {
      form.querySelector("[role=alert]")?.remove();
      form.append(told); // what was filled in can be mended, and what was sent is sent again, with the same key
    } else this.close(told);
    if (problem.code === "version-moved") this.outdated();
  }
}

/**
 * What went wrong, in words; what is wrong with fields is said of each, by its title in the form.
 * @param {HTMLFormElement | null} form @param {any} problem @returns {string[]}
 */
function wrongIn(form, problem) {
  const errors = problem.code === "invalid" ? Object.entries(problem.errors ?? {}) : [];
  if (!errors.length) return [wording(problem)];
  return errors.map(([path, texts]) => {
    const field = form?.querySelector(`[data-field="${CSS.escape(path.split(".").at(-1) ?? "")}"]`)
      ?? form?.querySelector(`[data-field="${CSS.escape(path.split(".")[0] ?? "")}"]`);
    const title = (field?.querySelector("legend") ?? field?.firstChild)?.textContent?.trim();
    return `${title ? `${title}: ` : ""}${[texts].flat().join(" ")}`;
  });
}
