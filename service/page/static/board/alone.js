// The board alone, as wide as the window, for those who cannot read what is small on it.

import { html, part } from "../shared/page.js";

/**
 * A function that shows the board alone, or everything again.
 * @param {import("../time/replay.js").Replay} replay
 */
export function aloneFor(replay) {
  const toggle = () => {
    const alone = html.toggleAttribute("data-alone");
    part("alone").setAttribute("aria-pressed", String(alone));
    void replay.show(); // in the shape for the new width, with frames where its things are
  };
  part("turn").addEventListener("click", () => { if ("alone" in html.dataset) toggle(); }, { capture: true }); // before it goes there
  return toggle;
}
