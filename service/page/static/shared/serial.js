// Work that must never be done twice at the same time.

/**
 * A function that does the work, one time after another; asked while it works, it does it once more after that.
 * @param {() => Promise<void>} work
 * @returns {() => Promise<void>} settles when everything that was asked for is done
 */
export function oneByOne(work) {
  /** @type {Promise<void>} */
  let running = Promise.resolve();
  let waiting = 0;
  return () => {
    if (waiting > 0) return running;
    waiting += 1;
    running = running.catch(() => {}).then(() => {
      waiting -= 1;
      return work();
    });
    return running;
  };
}
