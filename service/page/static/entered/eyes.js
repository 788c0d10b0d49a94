// The phone lies on the table: it shows what everybody may see. Held down, a button shows the scribe's board.

import { drawn } from "../board/board.js";

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} picture where the board is
 * @param {import("../shared/service.js").Service} service
 */
export function forMyEyes(button, picture, service) {
  let held = false;
  /** What everybody may see. @type {Node[]} */
  let open = [];
  /** What the scribe sees, as long as it is shown. @type {Element | null} */
  let own = null;
  let turn = 0; // which time it is held: a board of another time is not shown, else it would be taken for everybody's
  const hold = (/** @type {boolean} */ now) => {
    if (held === now) return;
    held = now;
    button.setAttribute("aria-pressed", String(held));
    if (!held && own?.isConnected) picture.replaceChildren(...open); // else another board came meanwhile, which is everybody's
    own = null;
    turn += 1;
    const asked = turn;
    if (held) void drawn(service, { as: "official", at: null, line: null }).then((board) => {
      if (asked !== turn) return;
      open = [...picture.childNodes];
      own = board;
      picture.replaceChildren(own);
    }, () => {});
  };
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("pointerdown", () => hold(true));
  for (const end of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(end, () => hold(false));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => { if ([" ", "Enter"].includes(event.key)) hold(true); });
  button.addEventListener("keyup", () => hold(false));
  document.addEventListener("visibilitychange", () => hold(false));
}
