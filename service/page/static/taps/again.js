// What was tapped before is taken back into the pad: the steps that lead to it, but for the last one.

import { stageOf } from "./offers.js";
import { alike, isUnseen } from "./values.js";

/**
 * @typedef {import("./offers.js").Group} Group
 * @typedef {import("./offers.js").Tapped} Tapped
 */

/**
 * The steps of a pad towards a command, as far as it can be tapped there; null where there is nothing to be taken back.
 * @param {Group[]} groups @param {Record<string, any>} command
 * @param {boolean} half whether more of it was to be tapped: else what it does not hold was left out
 * @returns {{group: Group, steps: Tapped[]} | null}
 */
export function towards(groups, command, half) {
  const ways = groups.filter(({ type, seat, place }) => type === command.type && (seat === null || seat === command.seat)
    && (place === null || place === command.place)).map((group) => ({ group, steps: stepsOf(group, command, half) }));
  ways.sort((one, other) => other.steps.length - one.steps.length);
  return ways[0]?.steps.length ? ways[0] : null;
}

/** What was tapped so far, as far as a command goes. @param {{group: Group, steps: Tapped[]}} open @returns {Record<string, any>} */
export function halfOf({ group, steps }) {
  const tapped = steps.at(-1) ?? { fields: {}, list: [] };
  const stage = stageOf(group, tapped);
  const { type, seat, place } = group;
  return {
    type, ...(seat === null ? {} : { seat }), ...(place === null ? {} : { place }), ...tapped.fields,
    ...(stage.kind === "list" ? { [stage.field]: tapped.list } : {}),
  };
}

/** @param {Group} group @param {Record<string, any>} command @param {boolean} half @returns {Tapped[]} */
function stepsOf(group, command, half) {
  /** @type {Tapped[]} */
  const steps = [];
  /** @type {Tapped} */
  let tapped = { fields: {}, list: [] };
  for (;;) {
    const stage = stageOf(group, tapped);
    if (stage.kind === "done") return steps.slice(0, -1); // the last step decides
    if (stage.kind === "taps") {
      const tap = stage.taps.find(({ fields }) => Object.entries(fields).every(([name, value]) => alike(value ?? null, command[name] ?? null)));
      if (!tap || tap.command || (half && Object.keys(tap.fields).some((name) => !(name in command)))) return steps;
      tapped = { ...tapped, fields: { ...tapped.fields, ...tap.fields } };
    } else {
      const list = command[stage.field];
      const piece = Array.isArray(list) ? list[tapped.list.length] : undefined;
      const there = isUnseen(piece) ? stage.next.unseen > 0 : stage.next.pieces.some(({ value }) => alike(value, piece));
      if (piece === undefined || !there) return steps;
      tapped = { ...tapped, list: [...tapped.list, piece] };
    }
    steps.push(tapped);
  }
}
