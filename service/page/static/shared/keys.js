// Keys for everything, unless they are switched off; where text is typed they stay quiet.

const OFF = "kerbholz keys off";

export const areOn = () => localStorage.getItem(OFF) === null;

/** @param {boolean} on */
export function switchKeys(on) {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "yes");
}

/** @param {Record<string, () => void>} actions key → what it does */
export function listen(actions) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const types = target.closest("input:not([type=range]), select, textarea, dialog[open]");
    if (!areOn() || types || event.ctrlKey || event.metaKey || event.altKey) return;
    const own = target.closest("input[type=range]") && event.key.startsWith("Arrow");
    const pressed = target.closest("button, a, summary") && [" ", "Enter"].includes(event.key);
    const action = actions[event.key];
    if (!action || own || pressed) return;
    event.preventDefault();
    action();
  });
}
