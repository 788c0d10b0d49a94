// The board: the picture that the service draws, parsed as XML, with frames around what has changed.

import { query } from "../shared/service.js";

const SVG = "http://www.w3.org/2000/svg";
const NARROW = 760;

/** @returns {"tall" | "wide"} the shape in which a picture can be read where it is shown */
export const shapeOf = () => ((document.getElementById("picture")?.clientWidth ?? innerWidth) < NARROW ? "tall" : "wide");

/**
 * The board of a viewer after a decision, as a tree to be put into the page; its style comes from board.css.
 * @param {import("../shared/service.js").Service} service
 * @param {{as: string, at: number | null, line: number | null, since?: boolean, shape?: "tall" | "wide"}} position
 * @param {AbortSignal} [signal]
 * @returns {Promise<SVGSVGElement>}
 */
export async function drawn(service, { as, at, line, since, shape = shapeOf() }, signal) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const asked = { as, at, line, shape, theme: dark ? "dark" : null, lang: service.language, since };
  const answer = await service.ask(`/picture${query(asked)}`, { accept: "image/svg+xml", signal });
  return parsed(await answer.text());
}

/** A picture of the service as a tree to be put into the page. @param {string} text @returns {SVGSVGElement} */
export function parsed(text) {
  // Even in a document of its own, a style would be against the page's policy.
  const bare = text.replace(/<style>[^<]*<\/style>/, "");
  const picture = new DOMParser().parseFromString(bare, "image/svg+xml");
  unfold(picture);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(picture.documentElement, true)));
}

/**
 * Put copies of shapes where they are used: rules of board.css, which begin with ".board", don't reach into `use`.
 * @param {Document} picture
 */
function unfold(picture) {
  for (const use of picture.querySelectorAll("use")) {
    const shape = picture.getElementById(use.getAttribute("href")?.slice(1) ?? "");
    if (!shape) continue;
    const copy = /** @type {Element} */ (shape.cloneNode(true));
    copy.removeAttribute("id");
    for (const { name, value } of use.attributes) if (name.startsWith("data-")) copy.setAttribute(name, value);
    const moved = ["x", "y"].map((name) => use.getAttribute(name) ?? "0").join(" ");
    copy.setAttribute("transform", `${use.getAttribute("transform") ?? ""} translate(${moved})`.trim());
    use.replaceWith(copy);
  }
  picture.querySelector("defs")?.remove();
}

/**
 * The board in words.
 * @param {import("../shared/service.js").Service} service
 * @param {{as: string, at: number | null, line: number | null}} position
 * @param {AbortSignal} [signal]
 */
export async function inWords(service, { as, at, line }, signal) {
  const asked = { as, at, line, lang: service.language };
  return (await service.ask(`/picture${query(asked)}`, { accept: "text/plain", signal })).text();
}

/**
 * The marks of a picture that show what is at a pointer: those at it or below it, else the closest around it.
 * @param {SVGSVGElement} picture
 * @param {string} pointer
 * @returns {SVGGraphicsElement[]}
 */
export function marksAt(picture, pointer) {
  const marks = /** @type {SVGGraphicsElement[]} */ ([...picture.querySelectorAll("[data-at]")]);
  const inside = marks.filter((mark) => isWithin(mark.dataset.at ?? "", pointer));
  if (inside.length) return inside;
  const around = marks.filter((mark) => isWithin(pointer, mark.dataset.at ?? ""));
  const longest = Math.max(0, ...around.map((mark) => (mark.dataset.at ?? "").length));
  return around.filter((mark) => (mark.dataset.at ?? "").length === longest);
}

/**
 * Draw frames around marks.
 * @param {SVGSVGElement} picture
 * @param {Iterable<SVGGraphicsElement>} marks
 * @param {string} kind the class of the frames
 */
export function frame(picture, marks, kind) {
  for (const old of picture.querySelectorAll(`.${kind}`)) old.remove();
  const whole = picture.getScreenCTM()?.inverse();
  if (!whole) return;
  /** @type {Shape[]} */
  const shapes = [];
  /** @type {SVGElement[]} */
  const lines = [];
  for (const mark of new Set(marks)) {
    const own = mark.getScreenCTM();
    if (!own) continue;
    const { a, b, c, d, e, f } = whole.multiply(own);
    const transform = `matrix(${[a, b, c, d, e, f].join(" ")})`;
    const box = mark.getBBox();
    if (isAslant(mark, box)) {
      lines.push(lineAlong(mark, transform));
      continue;
    }
    const shape = shapeAround(box, transform);
    const above = kind === "can" ? undefined : shapes.find((one) => continues(one, shape)); // of moves each is chosen by itself
    if (above) above.height = Math.max(above.height, shape.y + shape.height - above.y);
    else shapes.push(shape);
  }
  for (const line of lines) {
    line.setAttribute("class", `frame line ${kind}`);
    picture.append(line);
  }
  for (const shape of shapes) {
    const around = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ ...shape, rx: 3 })) around.setAttribute(name, String(value));
    around.setAttribute("class", `frame ${kind}`);
    picture.append(around);
  }
}

/** Whether a mark is a line across the picture: most of what is in its box is something else. @param {SVGGraphicsElement} mark @param {DOMRect} box */
const isAslant = (mark, box) => mark instanceof SVGPathElement && getComputedStyle(mark).fill === "none"
  && Math.min(box.width, box.height) > LINE;

/** A broad line under a line. @param {SVGGraphicsElement} mark @param {string} transform */
function lineAlong(mark, transform) {
  const along = document.createElementNS(SVG, "path");
  along.setAttribute("d", mark.getAttribute("d") ?? "");
  along.setAttribute("transform", transform);
  return along;
}

/** @typedef {{x: number, y: number, width: number, height: number, transform: string}} Shape */

const THIN = 4;
const LINE = 14;

/** A frame around a mark; around a line also what it is drawn under. @param {DOMRect} box @param {string} transform @returns {Shape} */
function shapeAround({ x, y, width, height }, transform) {
  const more = height < THIN ? LINE : 0;
  return { x: x - 2, y: y - 2 - more, width: width + 4, height: height + 4 + more, transform };
}

/** Whether a frame goes on where another one ends, as around the next of several lines. @param {Shape} above @param {Shape} below */
const continues = (above, below) => above.transform === below.transform
  && Math.abs(above.x - below.x) < 1 && Math.abs(above.width - below.width) < 1
  && below.y >= above.y && below.y <= above.y + above.height;

/**
 * @param {string} inner
 * @param {string} outer
 */
function isWithin(inner, outer) {
  return inner === outer || inner.startsWith(`${outer}/`);
}
