// A wrong order of seats is mended: the whole record is fetched with its seats in another order, and recorded anew. The old
// match stays, and can be given up.

import { part, said, service, token, wording } from "../shared/page.js";
import { nameOf } from "../shared/people.js";
import { onceKey, query, Service } from "../shared/service.js";
import { roleOf } from "../shared/tokens.js";
import { showSheet } from "./sheet.js";

/** Who may read the whole record, and who may give a match up. */
const [READERS, ENDERS] = [new Set(["scribe", "arbiter"]), new Set(["arbiter", "host"])];
const TAKEN = "external-id-taken";

/** Offer it to those who may read everything. @param {any} match @param {string} title of its game */
export function offerReseating(match, title) {
  if (match.mode !== "recorded" || !READERS.has(roleOf(token)) || service.until !== null) return;
  new Reseating(match, title);
  part("reseat").hidden = false;
}

class Reseating {
  /** @param {any} match @param {string} title */
  constructor(match, title) {
    this.title = title;
    /** The seats by the numbers that they have now, in the order that is chosen. @type {number[]} */
    this.order = match.seats.map((/** @type {any} */ one) => one.seat);
    /** The record that was sent last, and its key: what is sent once more is recorded once. */
    this.sent = { text: "", key: "" };
    this.givenUp = match.outcome !== null;
    /** With it the old match is given up once, however often an answer is lost. */
    this.ending = onceKey();
    this.selects = this.order.map((seat) => this.#select(seat, match.seats));
    part("reseating").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#try(() => this.#record());
    });
  }

  /** Who sits at a place: whoever sat there takes the place of the one who is chosen. @param {number} place @param {any[]} seats */
  #select(place, seats) {
    const select = document.createElement("select");
    // Those who sat there at first: it is their names that the record begins with.
    const people = seats.map(({ seat, name, earlier = [] }) => nameOf({ seat, name: earlier[0]?.name ?? name }));
    select.append(...people.map((name, seat) => new Option(name, String(seat), false, seat === place)));
    select.addEventListener("change", () => {
      const chosen = Number(select.value);
      const left = this.order.indexOf(chosen);
      [this.order[left], this.order[place]] = [this.order[place] ?? 0, chosen];
      for (const [at, one] of this.selects.entries()) one.value = String(this.order[at]);
    });
    const label = part("order").appendChild(document.createElement("label"));
    label.append(`${place + 1} `, select);
    return select;
  }

  /** Do something once at a time; say why it could not be done. @param {() => Promise<void>} act */
  async #try(act) {
    const button = part("reseating").querySelector("[type=submit]");
    if (button.disabled) return;
    button.disabled = true;
    part("not-reseated").hidden = true;
    await act().catch((problem) => {
      part("not-reseated").hidden = false;
      part("not-reseated").replaceChildren(...this.#refusal(problem));
    });
    button.disabled = false;
  }

  async #record() {
    const asked = query({ seats: this.order.join(), names_only: part("names-only").checked || null });
    const text = await (await service.ask(`/shorthand${asked}`, { accept: "text/plain" })).text();
    if (text !== this.sent.text) this.sent = { text, key: onceKey() };
    /** @type {Record<string, string>} */
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Idempotency-Key": this.sent.key };
    if (part("key")) headers.Authorization = `Bearer ${part("key").value.trim()}`;
    const { prefix, language } = service;
    const path = `${prefix}/v1/imports`;
    this.#done(await new Service(prefix, "", null, language).read(path, { method: "POST", text, headers }));
  }

  /** What is wrong, each with its line of the record. @param {any} problem @returns {Node[]} */
  #refusal(problem) {
    if (problem.code === TAKEN && !this.givenUp) {
      const may = ENDERS.has(roleOf(token));
      const button = action(said["reseat-give-up-first"] ?? "", () => void this.#try(async () => {
        await this.#giveUp("");
        await this.#record();
      }));
      return [paragraph(said["reseat-taken"] ?? ""), may ? button : paragraph(said["reseat-others"] ?? "")];
    }
    const lines = this.sent.text.split("\n");
    const wrong = Object.entries(problem.errors ?? {}).flatMap(([place, texts]) => {
      const line = lines[Number(place.match(/^line (\d+)/)?.[1]) - 1];
      return [texts].flat().map((text) => (line === undefined ? text : `“${line.trim()}”: ${text}`));
    });
    return (wrong.length ? wrong : [wording(problem)]).map(paragraph);
  }

  /** Give the old match up. @param {string} id of the new one, where there is one already */
  async #giveUp(id) {
    const body = { type: "table.abandon", reason: [said["reseat-reason"], id].filter(Boolean).join(": ") };
    await service.read("/commands", { method: "POST", body, headers: { "Idempotency-Key": `${this.ending}${id}` } });
    this.givenUp = true;
  }

  /** @param {any} match the new one, with its tokens */
  #done(match) {
    part("reseat").remove();
    part("anew").hidden = false;
    part("kept-as-notes").hidden = match.kept.length === 0;
    part("kept-as-notes").lastElementChild.textContent = String(match.kept.length);
    this.#tellOld(match.id);
    showSheet(match, this.title, said);
  }

  /** What became of the old match. @param {string} id of the new one */
  #tellOld(id) {
    const place = part("old-match");
    if (this.givenUp) return void place.replaceChildren(paragraph(said["reseat-gone"] ?? ""));
    if (!ENDERS.has(roleOf(token))) return void place.replaceChildren(paragraph(`${said["reseat-old"]} ${said["reseat-others"]}`));
    const button = action(said["reseat-give-up"] ?? "", () => {
      button.disabled = true;
      this.#giveUp(id).then(() => this.#tellOld(id), (problem) => {
        button.disabled = false;
        place.replaceChildren(paragraph(said["reseat-old"] ?? ""), button, paragraph(wording(problem)));
      });
    });
    place.replaceChildren(paragraph(said["reseat-old"] ?? ""), button);
  }
}

/** @param {string} text */
const paragraph = (text) => Object.assign(document.createElement("p"), { textContent: text });

/** @param {string} text @param {() => void} does */
function action(text, does) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  button.addEventListener("click", does);
  return button;
}
