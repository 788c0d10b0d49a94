// Lines: the match as it was played, and as it counts after take-backs and corrections. Nothing is deleted, so both
// can be looked at.

import { part, said } from "../shared/page.js";

/** @typedef {{effect: "struck" | "replaced", by: number}} Change */

/**
 * What became of decisions: as the service says it of an earlier line, or as facts of later decisions say it.
 * @param {import("./log.js").Decision[]} decisions
 * @returns {Map<number, Change>}
 */
export function changesOf(decisions) {
  /** @type {Map<number, Change>} */
  const changes = new Map();
  const lately = new Map();
  for (const { version, facts = [] } of decisions) {
    for (const change of facts.flatMap((/** @type {any} */ fact) => (fact.type === "LineChanged" ? fact.changes : []))) {
      const repeated = JSON.stringify(change) === lately.get(change.decision);
      lately.set(change.decision, JSON.stringify(change));
      if (change.effect === "stands") changes.delete(change.decision);
      else if (!repeated) changes.set(change.decision, { effect: change.effect, by: version });
    }
  }
  for (const { version, struck, replaced } of decisions) {
    if (struck) changes.set(version, { effect: "struck", by: struck.by });
    if (replaced) changes.set(version, { effect: "replaced", by: replaced.by });
  }
  return changes;
}

export class Lines {
  /**
   * @param {import("../time/replay.js").Replay} replay
   * @param {() => void} changed is called when another line is chosen
   */
  constructor(replay, changed) {
    this.replay = replay;
    part("line").addEventListener("change", () => this.choose(part("line").value, changed));
    replay.whenGrown.push(() => this.show());
  }

  /** Say what was struck or replaced, and offer both lines where there are two. */
  show() {
    const { log, list, position } = this.replay;
    const changes = changesOf(log.decisions);
    list.strike(changes, (version) => this.replay.sentence(version));
    part("lines").hidden = position.line === null && !log.decisions.some(changesLine);
    const lines = [new Option(said["line-played"], ""), new Option(said["line-now"], "now")];
    if (position.line !== null) lines.push(new Option(`${said["line-then"]} ${position.line}`, String(position.line)));
    part("line").replaceChildren(...lines);
    part("line").value = String(position.line ?? "");
  }

  /**
   * @param {string} value
   * @param {() => void} changed
   */
  choose(value, changed) {
    const { position, log } = this.replay;
    const at = this.replay.current;
    if (value === "now") position.line = log.newest;
    else position.line = value === "" ? null : Number(value);
    position.at = at;
    this.replay.write();
    changed();
  }
}

/** @param {import("./log.js").Decision} decision */
const changesLine = ({ facts }) => (facts ?? []).some(({ type }) => type === "LineChanged");
