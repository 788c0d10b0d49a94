// The things on the board by keys: the tabulator reaches one of them, arrows up and down go to the others, and Enter
// does what a click does.

/** @param {Element | null} element @returns {string | null} what the mark points at that has the focus */
export const focused = (element) => element?.closest("#picture [data-at]")?.getAttribute("data-at") ?? null;

/**
 * Let all marks of a picture be reached by keys.
 * @param {SVGSVGElement} picture
 * @param {string | null} pointer what had the focus in the picture before
 */
export function reach(picture, pointer) {
  const marks = /** @type {NodeListOf<SVGElement>} */ (picture.querySelectorAll("[data-at]"));
  for (const mark of marks) {
    // No buttons: those may have no others in them, and their names would have to say all that is drawn there.
    mark.setAttribute("role", "group");
    mark.setAttribute("aria-label", mark.querySelector("title")?.textContent || (mark.dataset.at ?? ""));
    mark.setAttribute("tabindex", "-1");
  }
  const kept = [...marks].find((mark) => mark.dataset.at === pointer);
  (kept ?? marks[0])?.setAttribute("tabindex", "0");
  if (pointer !== null) kept?.focus({ preventScroll: true });
}

/** @param {HTMLElement} place where pictures are shown */
export function walk(place) {
  place.addEventListener("keydown", (event) => {
    const mark = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest("[data-at]"));
    if (!mark || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") mark.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const marks = /** @type {SVGElement[]} */ ([...place.querySelectorAll("[data-at]")]);
      const next = marks[marks.indexOf(mark) + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) {
        mark.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    } else return;
    event.preventDefault();
  });
}
