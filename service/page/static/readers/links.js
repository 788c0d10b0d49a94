// The links of a match that was opened: one at a time, at a tap, for a short time; and slips to be printed.

/** @typedef {{name: string, role: string, token: string}} Person */

const SECONDS = 20;

export class Links {
  /**
   * @param {import("../shared/service.js").Service} service of the match
   * @param {HTMLElement} place where a link is shown
   * @param {Record<string, string>} said
   */
  constructor(service, place, said) {
    this.service = service;
    this.place = place;
    this.said = said;
    this.clock = 0;
    this.turn = 0;
  }

  /** The link that is somebody's place. @param {Person} person */
  link({ token }) {
    return `${location.origin}${this.service.prefix}/matches/${this.service.match}#token=${token}`;
  }

  /** Its QR code, drawn by the service, to which the token goes in a header. @param {Person} person */
  async code({ name, token }) {
    const { prefix, match } = this.service;
    const address = `${prefix}/matches/${match}/code?${new URLSearchParams({ origin: location.origin })}`;
    const headers = { Authorization: `Bearer ${token}`, Accept: "image/svg+xml" };
    const answer = await fetch(address, { headers, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    const code = document.importNode(parsed, true);
    const { width, height } = { width: code.getAttribute("width") ?? "1", height: code.getAttribute("height") ?? "1" };
    if (!code.hasAttribute("viewBox")) code.setAttribute("viewBox", `0 0 ${width} ${height}`);
    code.removeAttribute("width");
    code.removeAttribute("height");
    code.setAttribute("class", "code");
    code.setAttribute("role", "img");
    code.setAttribute("aria-label", `${this.said["qr-code"]}: ${name}`);
    return code;
  }

  /** A button for somebody, under which their link appears. @param {Person} person */
  button(person) {
    const item = document.createElement("li");
    const button = item.appendChild(document.createElement("button"));
    Object.assign(button, { type: "button", textContent: `${person.name}: ${this.said["show-link"]}` });
    button.addEventListener("click", () => void this.show(person));
    return item;
  }

  /** Show somebody's link, and nobody else's, until the time is over. @param {Person} person */
  async show(person) {
    this.hide();
    const { turn } = this;
    const code = await this.code(person).catch(() => ""); // nobody else may have the link: it is shown without it, too
    if (turn !== this.turn) return;
    const address = Object.assign(document.createElement("input"), { readOnly: true, value: this.link(person) });
    address.setAttribute("aria-label", `${this.said.link}: ${person.name}`);
    const left = document.createElement("p");
    const buttons = Object.assign(document.createElement("div"), { className: "choices" });
    const here = Object.assign(document.createElement("a"), { href: address.value, target: "_blank", rel: "noopener", textContent: this.said["open-here"] });
    buttons.append(
      here,
      this.#act(this.said["copy"] ?? "", () => void this.#copy(address)),
      this.#act(this.said["hide"] ?? "", () => this.hide()),
    );
    const title = Object.assign(document.createElement("h3"), { textContent: person.name, tabIndex: -1 });
    this.place.replaceChildren(title, code, address, left, buttons);
    title.focus();
    let seconds = SECONDS;
    const tick = () => {
      left.textContent = `${this.said["hidden-in"]} ${seconds} s`;
      if (seconds === 0) this.hide();
      seconds -= 1;
    };
    tick();
    this.clock = setInterval(tick, 1000);
  }

  hide() {
    clearInterval(this.clock);
    this.turn += 1;
    this.place.replaceChildren();
  }

  /**
   * Slips for people, one below the other: they are in the page only while they are printed.
   * @param {Person[]} people @param {HTMLElement} slips @param {string} title
   */
  async print(people, slips, title) {
    this.hide();
    const made = people.map(async (person) => {
      const slip = Object.assign(document.createElement("div"), { className: "slip" });
      slip.append(Object.assign(document.createElement("h2"), { textContent: `${title}: ${person.name}` }));
      slip.append(await this.code(person), Object.assign(document.createElement("p"), { textContent: this.link(person) }));
      return slip;
    });
    slips.replaceChildren(...(await Promise.all(made)));
    addEventListener("afterprint", () => slips.replaceChildren(), { once: true });
    print();
  }

  /** Copy a link; where browsers forbid that, it is chosen, to be copied by hand. @param {HTMLInputElement} address */
  async #copy(address) {
    await navigator.clipboard?.writeText(address.value).catch(() => {});
    address.select();
  }

  /** @param {string} label @param {() => void} does */
  #act(label, does) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    button.addEventListener("click", does);
    return button;
  }
}
