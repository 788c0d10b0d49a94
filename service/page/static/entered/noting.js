// A few words, typed where nothing can be tapped.

/**
 * Ask for a text.
 * @param {HTMLElement} place
 * @param {Record<string, string>} said
 * @param {string} title
 * @param {number} most characters
 * @returns {Promise<string | null>} null where it is called off
 */
export function askNote(place, said, title, most) {
  return new Promise((resolve) => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const form = document.createElement("form");
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { required: true, maxLength: most });
    label.append(`${said["unlawful-note"] ?? ""} `, input);
    const buttons = Object.assign(document.createElement("div"), { className: "choices" });
    const cancel = Object.assign(document.createElement("button"), { type: "button", textContent: said.cancel });
    buttons.append(Object.assign(document.createElement("button"), { type: "submit", textContent: said.send }), cancel);
    form.append(Object.assign(document.createElement("h3"), { textContent: title }), label, buttons);
    const end = (/** @type {string | null} */ text) => {
      form.remove();
      if (before?.isConnected) before.focus({ preventScroll: true });
      resolve(text);
    };
    cancel.addEventListener("click", () => end(null));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      end(input.value);
    });
    place.replaceChildren(form);
    input.focus();
  });
}
