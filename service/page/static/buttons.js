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
