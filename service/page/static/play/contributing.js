// The reader's part in joint chance, which is sent without being asked for: bytes of the device's randomness, kept on it
// until they are opened. Where another contribution is recorded for the own seat, the page says so loudly: with bytes of
// its own it shows no moves any more; without any the reader knows whether they have contributed on another device.

import { wording } from "../shared/page.js";
import { onceKey } from "../shared/service.js";

/** @typedef {import("./play.js").Move} Move */
/** @typedef {import("../log/log.js").Decision} Decision */

const BYTES = 32;
/** What the page sends without being asked for it. */
export const BY_ITSELF = new Set(["table.contribute", "table.open-contribution"]);

/** Bytes in hex. @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Contributing {
  /**
   * @param {import("../shared/service.js").Service} service
   * @param {HTMLElement} place where it is said that somebody else has contributed
   * @param {Record<string, string>} said
   */
  constructor(service, place, said) {
    this.service = service;
    this.place = place;
    this.said = said;
  }

  /**
   * Contribute, or open the contribution, if that is asked of the own seat. Gives the moves that are left.
   * @param {Move[]} moves @param {number} seat @param {readonly Decision[]} log
   * @returns {Promise<Move[]>}
   */
  async answer(moves, seat, log) {
    const asked = moves.find(({ type }) => BY_ITSELF.has(type));
    const [recorded, own] = [asked?.value?.opens ?? this.#recorded(log, seat), await this.#commitment(seat)];
    const wrong = recorded === null || recorded === own ? "" : own === null ? "contribution-not-kept" : "contribution-of-another";
    this.#warn(this.said[wrong] ?? "");
    if (wrong === "contribution-of-another") return [];
    if (!asked) return moves;
    if (asked.type === "table.contribute") {
      if (own === null) this.#make(seat);
      await this.#send({ type: asked.type, commitment: await this.#commitment(seat) });
    } else if (wrong === "") await this.#send({ type: asked.type, value: this.#kept(seat) });
    return moves.filter((move) => move !== asked);
  }

  /** Say something loudly, once. @param {string} text */
  #warn(text) {
    if (text === this.place.textContent) return;
    const warning = Object.assign(document.createElement("p"), { role: "alert", textContent: text });
    this.place.replaceChildren(...(text ? [warning] : []));
  }

  /** The commitment that the log has of a seat, if it can be read there. @param {readonly Decision[]} log @param {number} seat */
  #recorded(log, seat) {
    if (/** @type {any} */ (log[0])?.options?.chance !== "joint") return null;
    for (const { facts = [] } of log) {
      for (const fact of /** @type {Record<string, any>[]} */ (facts)) {
        if (fact.type === "ContributionMade" && fact.seat === seat) return String(fact.commitment);
        if (fact.type === "ChanceJoined") return null;
      }
    }
    return null;
  }

  /** What the bytes of a seat are committed to; null where this device has none. @param {number} seat */
  async #commitment(seat) {
    const value = this.#kept(seat);
    if (value === null) return null;
    const { sha256 } = await import("../proving/verify.mjs"); // which few matches need
    const head = new TextEncoder().encode(`kerbholz contribution 1\n${this.service.match}\n${seat}\n`);
    const bytes = (value.match(/../g) ?? []).map((digits) => parseInt(digits, 16));
    return hex(sha256(Uint8Array.from([...head, ...bytes])));
  }

  /** @param {number} seat */
  #name(seat) {
    return `kerbholz contribution ${this.service.match} ${seat}`;
  }

  /** @param {number} seat */
  #kept(seat) {
    const value = localStorage.getItem(this.#name(seat));
    return value !== null && /^[0-9a-f]{64}$/.test(value) ? value : null;
  }

  /** Make bytes and keep them, before anybody is told of them. @param {number} seat */
  #make(seat) {
    localStorage.setItem(this.#name(seat), hex(crypto.getRandomValues(new Uint8Array(BYTES))));
  }

  /** @param {Record<string, any>} body */
  async #send(body) {
    try {
      await this.service.read("/commands", { method: "POST", body, headers: { "Idempotency-Key": onceKey() } });
    } catch (problem) {
      if (/** @type {any} */ (problem).code !== "not-awaited") this.#warn(wording(problem)); // else another tab was faster
    }
  }
}
