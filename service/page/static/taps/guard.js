// Which taps count: none right after another one, and none on a list that has just moved under the finger.

const QUIET = 300; // milliseconds

export class Guard {
  constructor() {
    this.since = -QUIET;
  }

  /** Whether a tap counts now; if so, the next one does a little later. */
  counts() {
    if (!this.still()) return false;
    this.moved();
    return true;
  }

  /** Whether nothing has moved right now. */
  still() {
    return performance.now() - this.since >= QUIET;
  }

  /** What can be tapped has moved. */
  moved() {
    this.since = performance.now();
  }
}
