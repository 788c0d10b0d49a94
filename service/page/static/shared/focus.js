// Who uses keys has the focus on something: where that is made anew or goes, the focus goes on beside it.

/** What an element is called. @param {Element} one */
const called = (one) => one.getAttribute("aria-label") ?? one.textContent;

/**
 * Change a part of the page. What had the focus in it has it again, as far as something there is called so; else *other*.
 * @param {Element} place @param {() => void} change @param {HTMLElement | null} other
 */
export function keepFocus(place, change, other) {
  const before = document.activeElement;
  const name = before && place.contains(before) ? called(before) : null;
  change();
  if (name === null || place.contains(document.activeElement)) return;
  const again = [...place.querySelectorAll("button, summary")].find((one) => called(one) === name);
  /** @type {HTMLElement | null} */ (again ?? other)?.focus({ preventScroll: true });
}

/** Close what was opened; the focus goes from within to what opens it. @param {HTMLDetailsElement} details */
export function close(details) {
  if (details.contains(document.activeElement)) details.querySelector("summary")?.focus({ preventScroll: true });
  details.open = false;
}
