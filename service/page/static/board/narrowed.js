// The part of a board's picture that shows one thing alone: for a question about it.

import { marksAt } from "./board.js";

/** What is shown around it, and how much at least, in the picture's own units. */
const AROUND = 45, LEAST = 170;

/**
 * Cut a picture that is in the page down to what is at a pointer; what is the like of it, of other seats, is taken out.
 * @param {SVGSVGElement} picture
 * @param {string} at
 */
export function narrowed(picture, at) {
  const alike = new RegExp(`^${at.replace(/\/\d+/g, "/\\d+")}$`);
  const others = /** @type {NodeListOf<SVGGraphicsElement>} */ (picture.querySelectorAll("[data-at]"));
  for (const mark of others) if (mark.dataset.at !== at && alike.test(mark.dataset.at ?? "")) mark.remove();
  const marks = marksAt(picture, at);
  const own = marks.filter((mark) => mark.dataset.at === at);
  const whole = picture.getScreenCTM()?.inverse();
  /** @type {DOMPoint[]} */
  const corners = [];
  for (const mark of own.length ? own : marks) {
    const matrix = mark.getScreenCTM();
    if (!whole || !matrix) continue;
    const { x, y, width, height } = mark.getBBox();
    for (const corner of [[x, y], [x + width, y + height]]) corners.push(new DOMPoint(...corner).matrixTransform(whole.multiply(matrix)));
  }
  if (!corners.length) return;
  const [left, width] = around(corners.map(({ x }) => x));
  const [top, height] = around(corners.map(({ y }) => y));
  picture.setAttribute("viewBox", [left, top, width, height].join(" "));
}

/** Where a stretch begins that has these in it and a bit around them, and how long it is. @param {number[]} places */
function around(places) {
  const first = Math.min(...places);
  const long = Math.max(LEAST, Math.max(...places) - first + 2 * AROUND);
  return [(first + Math.max(...places) - long) / 2, long];
}
