// Which decisions have marks in the lanes of the time line: reveals and gaps, besides all decisions.

/** @typedef {import("../log/log.js").Decision} Decision */

/**
 * Whether a decision tells what was secret or undrawn: one of chance, or with a fact that opens something.
 * @param {Decision} decision
 * @param {Set<string>} opening the types of such facts
 */
export function reveals({ actor, facts }, opening) {
  return actor === "chance" || (facts ?? []).some(({ type }) => opening.has(type));
}

/**
 * Whether something in a decision is unknown to the record.
 * @param {unknown} value a decision, or a part of it
 * @returns {boolean}
 */
export function hasGap(value) {
  if (value === null || typeof value !== "object") return false;
  if ("unknown" in value && typeof value.unknown === "number") return true;
  return Object.values(value).some(hasGap);
}

/**
 * Put the marks of a log into the lanes.
 * @param {import("./scrubber.js").Scrubber} scrubber
 * @param {Decision[]} decisions
 * @param {Set<string>} opening
 */
export function fillLanes(scrubber, decisions, opening) {
  for (const decision of decisions) {
    scrubber.add("decision", [decision.version]);
    if (reveals(decision, opening)) scrubber.add("reveal", [decision.version]);
    if (hasGap(decision.command) || hasGap(decision.facts)) scrubber.add("gap", [decision.version]);
  }
}
