// The pad: what can be tapped now, as buttons. A tap narrows it, until a whole decision is tapped.

import { halfOf, towards } from "./again.js";
import { buttonOf, chip, paged } from "./buttons.js";
import { listed } from "./listing.js";
import { badges } from "./naming.js";
import { groupsOf, stageOf } from "./offers.js";
import { Sheet, sheetOf } from "./sheet.js";
import { UNSEEN } from "./values.js";

/**
 * @typedef {import("./offers.js").Group} Group
 * @typedef {import("./offers.js").Tapped} Tapped
 * @typedef {import("./values.js").Move} Move
 */

/** A longer list of single buttons is opened by a tap, where there is something else. */
const LONG = 12;
/** So few groups need not be opened. */
const FEW = 3;

export class Pad {
  /**
   * @param {HTMLElement} place
   * @param {import("./naming.js").Naming} naming
   * @param {import("./guard.js").Guard} guard
   * @param {(commands: Record<string, any>[]) => void} decided is told what was tapped: one decision, or several at once
   */
  constructor(place, naming, guard, decided) {
    this.place = place;
    this.naming = naming;
    this.guard = guard;
    this.decided = decided;
    /** @type {Group[]} */
    this.groups = [];
    /** What is being tapped. @type {{group: Group, steps: Tapped[]} | null} */
    this.open = null;
    /** What nobody saw unless it is tapped before: group → field → value. @type {Map<string, Record<string, any>>} */
    this.aside = new Map();
    /** @type {Sheet | null} */
    this.sheet = null;
    /** Told of what is being tapped, as far as it goes; null: nothing is. @type {(part: Record<string, any> | null) => void} */
    this.tapping = () => {};
    /** Whether each group is opened by a tap, unless there are few. */
    this.folded = false;
    /** Whether it is not known yet what can be tapped next. */
    this.waits = true;
    /** Whether it had the focus of somebody who uses keys when it began to wait. */
    this.keyed = false;
    place.classList.add("pad");
    place.tabIndex = -1;
    place.addEventListener("keydown", (event) => { if (event.key === "Backspace") this.back(); });
  }

  /** @param {Move[]} moves */
  show(moves) {
    this.waits = false;
    this.place.removeAttribute("aria-busy");
    this.groups = groupsOf(moves, this.naming.commands);
    this.open = null;
    this.aside.clear();
    const sealed = sheetOf(this.groups);
    this.groups = this.groups.filter((group) => !sealed.includes(group));
    const busy = new Set(this.groups.map(({ seat }) => seat));
    this.sheet = sealed.length ? new Sheet(sealed, busy, this.naming, () => this.draw(), (commands) => this.decided(commands)) : null;
    this.draw();
    this.guard.moved();
  }

  /** Go on from what was tapped before. @param {Record<string, any>} command @param {boolean} [half] of it */
  begin(command, half = false) {
    this.open = towards(this.groups, command, half);
    if (this.open) this.draw();
  }

  /** Something was tapped: until it is known what can be tapped next, nothing can. */
  wait() {
    this.waits = true;
    this.open = null;
    // What is disabled loses the focus: until there are buttons again, the pad itself has it.
    const keyed = document.activeElement?.matches(":focus-visible") === true && this.place.contains(document.activeElement);
    if (keyed) this.place.focus({ preventScroll: true });
    this.keyed ||= keyed;
    this.place.setAttribute("aria-busy", "true");
    for (const button of this.place.querySelectorAll("button")) button.disabled = true;
  }

  /** What was tapped could not be written down: everything is as it was. */
  resume() {
    this.waits = false;
    this.place.removeAttribute("aria-busy");
    this.draw();
  }

  /** Take the last tap back, while nothing is decided. */
  back() {
    if (this.sheet?.back()) return;
    if (!this.open) return;
    this.open.steps.pop();
    if (!this.open.steps.length) this.open = null;
    this.draw();
  }

  draw() {
    this.tapping(this.open && halfOf(this.open));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
    const whose = new Set(this.groups.map(({ seat }) => seat)).size > 1;
    const shown = this.open ? [this.#opened(this.open)] : this.groups.map((group) => this.#section(group, whose));
    this.place.replaceChildren(...(this.sheet && !this.open ? [this.sheet.drawn(this.guard)] : []), ...shown);
    const again = focused === undefined ? null : this.place.querySelector(`[data-key="${CSS.escape(focused)}"]`);
    const waited = this.keyed && !this.waits && [this.place, document.body].includes(/** @type {HTMLElement} */ (document.activeElement));
    if (!this.waits) this.keyed = false;
    if (again) /** @type {HTMLElement} */ (again).focus();
    else if (focused !== undefined || waited) /** @type {HTMLElement | null} */ (this.place.querySelector("button, summary"))?.focus();
  }

  /** @param {Group} group @returns {Tapped} */
  #begun(group) {
    return { fields: this.aside.get(group.key) ?? {}, list: [] };
  }

  /** @param {Group} group @param {boolean} whose */
  #section(group, whose) {
    const tapped = this.#begun(group);
    const stage = stageOf(group, tapped);
    const title = this.naming.group(group, whose);
    if (stage.kind === "done") {
      const [move] = group.moves;
      const label = whose && group.seat !== null && !group.declines ? `${this.naming.seats[group.seat]}: ${move?.text ?? title}` : (move?.text ?? title);
      const alone = document.createElement("section");
      alone.append(this.#button(label, group, {}, () => this.#decide(stage.command), stage.command));
      return alone;
    }
    const row = this.#stage(group, tapped, stage);
    const long = this.groups.length > 1 && ((this.folded && this.groups.length > FEW) || (stage.kind === "taps" && stage.taps.length > LONG));
    const section = document.createElement(long ? "details" : "section");
    if (section instanceof HTMLDetailsElement) section.open = group === this.#first();
    const heading = Object.assign(document.createElement(long ? "summary" : "h3"), { textContent: title });
    if (long) Object.assign(heading.dataset, { opens: group.type, seat: String(group.seat ?? ""), place: group.place ?? "" });
    section.append(heading, ...row);
    return section;
  }

  /** Of what has to be told now, and is long, the first is open: that is told before anything else can happen. */
  #first() {
    return this.folded ? undefined : this.groups.find((group) => {
      const stage = group.type === "table.tell" ? stageOf(group, this.#begun(group)) : null;
      return stage?.kind === "taps" && stage.taps.length > LONG;
    });
  }

  /** @param {{group: Group, steps: Tapped[]}} open */
  #opened({ group, steps }) {
    const tapped = /** @type {Tapped} */ (steps.at(-1));
    const section = document.createElement("section");
    const title = Object.assign(document.createElement("h3"), { textContent: this.naming.group(group, true) });
    const trail = Object.assign(document.createElement("p"), { className: "trail" });
    const told = Object.entries(tapped.fields).filter(([, value]) => value !== undefined);
    trail.append(...told.map(([field, value]) => chip(this.naming.value(group.type, field, value), 0)));
    const stage = stageOf(group, tapped);
    if (stage.kind === "list") {
      trail.append(...badges(tapped.list).map(([value, number]) => chip(this.naming.value(group.type, stage.field, value), number)));
    }
    const back = this.#button("⌫", group, {}, () => this.back());
    back.setAttribute("aria-label", this.naming.said["tap-back"] ?? "");
    back.dataset.back = "";
    trail.append(back);
    section.append(title, trail, ...(stage.kind === "done" ? [] : this.#stage(group, tapped, stage)));
    return section;
  }

  /**
   * @param {Group} group @param {Tapped} tapped @param {import("./offers.js").Taps | import("./offers.js").Listing} stage
   * @returns {HTMLElement[]}
   */
  #stage(group, tapped, stage) {
    if (stage.kind === "list") return [this.#list(group, tapped, stage)];
    const row = Object.assign(document.createElement("div"), { className: "taps" });
    const buttons = stage.taps.map((tap) => {
      const label = this.naming.tap(group.type, tap);
      const does = () => (tap.command ? this.#decide(tap.command) : this.#step(group, { ...tapped, fields: { ...tapped.fields, ...tap.fields } }));
      return this.#button(label, group, tap.fields, does, tap.command);
    });
    row.append(...paged(buttons, this.naming.said["tap-more"] ?? "", this.guard));
    return stage.aside ? [this.#aside(group, tapped, stage.aside), row] : [row];
  }

  /** What nobody saw, unless it is tapped before. @param {Group} group @param {Tapped} tapped @param {{field: string, values: any[]}} aside */
  #aside(group, tapped, { field, values }) {
    const beside = Object.assign(document.createElement("div"), { className: "taps aside" });
    const chosen = tapped.fields[field] ?? UNSEEN;
    beside.append(`${this.naming.field(group.type, field)}: `, ...[UNSEEN, ...values].map((value) => {
      const does = () => {
        this.aside.set(group.key, { ...this.aside.get(group.key), [field]: value });
        if (this.open) this.open.steps[this.open.steps.length - 1] = { ...tapped, fields: { ...tapped.fields, [field]: value } };
        this.draw();
      };
      const button = this.#button(this.naming.value(group.type, field, value), group, { [field]: value }, does);
      button.setAttribute("aria-pressed", String(JSON.stringify(value) === JSON.stringify(chosen)));
      return button;
    }));
    return beside;
  }

  /** @param {Group} group @param {Tapped} tapped @param {import("./offers.js").Listing} stage */
  #list(group, tapped, stage) {
    return listed(stage, tapped.list, this.naming, {
      button: (label, fields, does) => this.#button(label, group, fields, does),
      add: (value) => this.#step(group, { ...tapped, list: [...tapped.list, value] }),
      end: (list) => this.#decide({ ...stage.command, [stage.field]: list }),
    });
  }

  /** @param {Group} group @param {Tapped} tapped */
  #step(group, tapped) {
    const stage = stageOf(group, tapped);
    if (stage.kind === "done") return this.#decide(stage.command);
    this.open = { group, steps: [...(this.open?.steps ?? []), tapped] };
    this.draw();
    this.place.scrollIntoView({ block: "nearest" });
  }

  /** @param {Record<string, any>} command */
  #decide(command) {
    this.open = null;
    this.tapping(null);
    this.decided([command]);
  }

  /**
   * @param {string} label @param {Group} group @param {Record<string, any>} fields @param {() => void} does
   * @param {Record<string, any> | null} [command]
   */
  #button(label, group, fields, does, command = null) {
    return buttonOf(label, group, fields, this.guard, does, command);
  }
}
