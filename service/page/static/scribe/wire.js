// Brings the bytes of an outbox to the service: each request once, and not for ever.

import { Away } from "./sending.js";
import { query } from "../shared/service.js";

/** @typedef {import("./sending.js").Answer} Answer */
/** @typedef {import("./sending.js").Wire} Carrier */

const SECONDS = 20;
/** Statuses that say nothing about the request itself. */
const LATER = new Set([408, 429, 500, 502, 503, 504]);
/** Codes after which the same request can succeed. */
const RACES = new Set(["conflict", "version-not-reached"]);

/** @implements {Carrier} */
export class Wire {
  /**
   * @param {{address: string, token: string | null, language: string}} service
   * @param {typeof fetch} carry what brings requests to it
   */
  constructor(service, carry = (address, what) => fetch(address, what)) {
    this.service = service;
    this.carry = carry;
  }

  /** @param {string} bytes @param {string} key @param {number} version */
  send(bytes, key, version) {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": key, "If-Match": `"${version}"` };
    return this.#ask(`/commands${query({ text: this.service.language })}`, { method: "POST", body: bytes, headers });
  }

  /** @param {number} after */
  decisions(after) {
    return this.#ask(`/decisions${query({ after, limit: 1000, text: this.service.language })}`);
  }

  /** @param {number} milliseconds @param {Promise<void>} awake */
  async pause(milliseconds, awake) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let clock;
    await Promise.race([awake, new Promise((resolve) => { clock = setTimeout(resolve, milliseconds); })]);
    clearTimeout(clock);
  }

  /** @param {string} path @param {RequestInit} [what] @returns {Promise<Answer>} */
  async #ask(path, what = {}) {
    const { address, token, language } = this.service;
    const headers = { Accept: "application/json", "Accept-Language": language, Authorization: `Bearer ${token}`, ...what.headers };
    const signal = AbortSignal.timeout(1000 * SECONDS);
    try {
      const answer = await this.carry(`${address}${path}`, { ...what, headers, signal, cache: "no-store" });
      if (LATER.has(answer.status)) throw new Away(1000 * Number(answer.headers.get("Retry-After")) || undefined);
      const document = await answer.json();
      // What answers may be something else, as the network of a hotel.
      if (answer.status >= 300 && !("code" in document)) throw new Away();
      if (RACES.has(document.code)) throw new Away();
      return { status: answer.status, document };
    } catch (problem) {
      throw problem instanceof Away ? problem : new Away();
    }
  }
}
