// Buttons that lead somewhere on the page.

/**
 * A button that leads to a decision.
 * @param {number} version
 * @param {(version: number) => void} go
 */
export function buttonTo(version, go) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "to", textContent: String(version) });
  button.addEventListener("click", () => go(version));
  return button;
}

/**
 * A decision as it is named within other text: a button that leads to it, and its sentence.
 * @param {number} version
 * @param {(version: number) => void} go
 * @param {(version: number) => string} sentence
 * @returns {(Node | string)[]}
 */
export const named = (version, go, sentence) => [buttonTo(version, go), ` ${sentence(version)}`];
