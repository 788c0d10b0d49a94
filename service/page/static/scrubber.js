// The time line: a slider over all decisions, with lanes of marks below it.

const SVG = "http://www.w3.org/2000/svg";
const LANES = ["game", "chance", "table", "finding", "ruling", "correction"];
const HEIGHT = 8;

export class Scrubber {
  /**
   * @param {HTMLInputElement} slider
   * @param {SVGSVGElement} lanes
   * @param {(version: number) => void} go
   */
  constructor(slider, lanes, go) {
    this.slider = slider;
    this.lanes = lanes;
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
    const all = [...this.marks.entries()].flatMap(([lane, versions]) => (lane === "game" ? [] : [...versions]));
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
    const each = [...(this.marks.get(lane) ?? [])].sort((a, b) => a - b);
    path.setAttribute("d", each.map((at) => `M${((1000 * at) / this.length).toFixed(1)} ${top}v${HEIGHT - 2}`).join(""));
    group.append(path);
    return group;
  }
}
