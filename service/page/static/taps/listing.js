// The buttons that write a list: its pieces, what nobody saw of it, and that it is over.

import { badge } from "./buttons.js";
import { withUnseen } from "./lists.js";
import { UNSEEN } from "./values.js";

/**
 * @typedef {object} Does
 * @property {(label: string, fields: Record<string, any>, does: () => void) => HTMLButtonElement} button
 * @property {(value: any) => void} add a piece
 * @property {(list: any) => void} end it as this list
 */

/**
 * @param {import("./offers.js").Listing} stage
 * @param {any[]} written
 * @param {import("./naming.js").Naming} naming
 * @param {Does} does
 */
export function listed({ field, next, whole, command }, written, naming, { button, add, end }) {
  const row = Object.assign(document.createElement("div"), { className: "taps" });
  const due = next.rest;
  row.append(Object.assign(document.createElement("span"), { className: "due", textContent: `${written.length} / ${written.length + due}` }));
  const adds = (/** @type {string} */ label, /** @type {any} */ value) => {
    const one = button(label, {}, () => add(value));
    one.dataset.adds = JSON.stringify(value);
    return one;
  };
  for (const { value, left } of next.pieces) {
    const one = adds(naming.value(command.type, field, value), value);
    if (left > 1) one.append(badge(left));
    row.append(one);
  }
  const ends = (/** @type {string} */ name, /** @type {any} */ list) => {
    const one = button(naming.said[name] ?? name, { [field]: list }, () => end(list));
    one.classList.add("end");
    row.append(one);
  };
  if (next.unseen > 0) {
    const one = adds("?", UNSEEN);
    one.setAttribute("aria-label", naming.said["tap-unseen"] ?? "");
    row.append(one);
  }
  if (next.unseen >= due && (due > 1 || (whole && due && !written.length))) ends("tap-rest", withUnseen(written, due, whole));
  if (next.done !== undefined) ends("tap-done", next.done);
  return row;
}
