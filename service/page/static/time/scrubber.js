// The time line: a slider over all decisions, with lanes of marks below it.

const SVG = "http://www.w3.org/2000/svg";
const LANES = ["decision", "reveal", "judgement", "correction", "gap"];
const HEIGHT = 8;
const MANY = 100;

/** Of how many decisions one is drawn, so that there are at most about a hundred: 1, 2, 5, 10, 20, … @param {number} length */
function stepFor(length) {
  const tens = 10 ** Math.floor(Math.log10(Math.max(1, length / MANY)));
  return tens * ([1, 2, 5, 10].find((one) => one * tens * MANY >= length) ?? 10);
}

export class Scrubber {
  /**
   * @param {HTMLInputElement} slider
   * @param {SVGSVGElement} lanes
   * @param {HTMLElement} legend
   * @param {Record<string, string>} said
   * @param {(version: number) => void} go
   */
  constructor(slider, lanes, legend, said, go) {
    this.slider = slider;
    this.lanes = lanes;
    this.legend = legend;
    this.said = said;
    this.go = go;
    /** @type {Map<string, Set<number>>} */
    this.marks = new Map(LANES.map((lane) => [lane, new Set()]));
    slider.addEventListener("input", () => go(Number(slider.value)));
    lanes.addEventListener("click", (event) => {
      const box = lanes.getBoundingClientRect();
      go(this.nearest(((event.clientX - box.left) / box.width) * this.length));
    });
  }

  get length() {
    return Math.max(1, Number(this.slider.max));
  }

  /**
   * Put marks into a lane.
   * @param {string} lane
   * @param {Iterable<number>} versions
   */
  add(lane, versions) {
    for (const version of versions) this.marks.get(lane)?.add(version);
  }

  /** @param {string} [only] a lane; by default all are emptied */
  clear(only) {
    for (const [lane, versions] of this.marks) if (only === undefined || lane === only) versions.clear();
  }

  /** The version with a mark that is closest to a place; the place itself where nothing is near. */
  nearest(/** @type {number} */ place) {
    const reach = this.length / 50;
    const all = [...this.marks.entries()].flatMap(([lane, versions]) => (lane === "decision" ? [] : [...versions]));
    const near = all.filter((version) => Math.abs(version - place) <= reach);
    if (near.length === 0) return Math.round(place);
    return near.reduce((best, version) => (Math.abs(version - place) < Math.abs(best - place) ? version : best));
  }

  /** Draw everything anew, up to the newest version. */
  draw(/** @type {number} */ newest) {
    this.slider.max = String(newest);
    const shown = LANES.filter((lane) => this.marks.get(lane)?.size);
    this.lanes.setAttribute("viewBox", `0 0 1000 ${Math.max(1, shown.length) * HEIGHT}`);
    this.lanes.replaceChildren(...shown.map((lane, row) => this.#lane(lane, row)));
    const listed = [...this.legend.children].map((item) => /** @type {HTMLElement} */ (item).dataset.lane);
    // The buttons stay the same ones, so that a reader who is on one of them is not thrown out.
    if (listed.join() !== shown.join()) this.legend.replaceChildren(...shown.map((lane) => this.#named(lane)));
    for (const item of this.legend.children) {
      const lane = /** @type {HTMLElement} */ (item).dataset.lane ?? "";
      const count = item.querySelector(".count");
      if (count) count.textContent = String(this.marks.get(lane)?.size ?? 0);
    }
  }

  /**
   * What a lane shows, in words, and how often: a button that leads to its next mark.
   * @param {string} lane
   */
  #named(lane) {
    const item = document.createElement("li");
    item.dataset.lane = lane;
    const button = item.appendChild(document.createElement("button"));
    Object.assign(button, { type: "button", className: `lane ${lane}`, title: this.said["lane-next"] });
    const count = Object.assign(document.createElement("span"), { className: "count" });
    button.append(this.said[`lane-${lane}`] ?? lane, " ", count);
    button.addEventListener("click", () => this.#next(lane));
    return item;
  }

  /** Go to the next mark of a lane; behind the last one, to the first. @param {string} lane */
  #next(lane) {
    const all = [...(this.marks.get(lane) ?? [])].sort((a, b) => a - b);
    const next = all.find((version) => version > Number(this.slider.value)) ?? all[0];
    if (next !== undefined) this.go(next);
  }

  /**
   * @param {string} lane
   * @param {number} row
   */
  #lane(lane, row) {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", `lane ${lane}`);
    const path = document.createElementNS(SVG, "path");
    const top = row * HEIGHT + 1;
    const all = [...(this.marks.get(lane) ?? [])].sort((a, b) => a - b);
    // All decisions of a long match would be a band: then they are drawn as a ruler is, and others as thin lines.
    const every = lane === "decision" ? stepFor(this.length) : 1;
    const each = all.filter((at) => at % every === 0);
    if (each.length > MANY) group.classList.add("many");
    path.setAttribute("d", each.map((at) => `M${((1000 * at) / this.length).toFixed(1)} ${top}v${HEIGHT - 2}`).join(""));
    group.append(path);
    return group;
  }
}
