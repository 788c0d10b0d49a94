// Requests to the service, with the reader's token and in the reader's language.

/** What the service refuses: a problem of RFC 9457. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, title?: string, detail?: string, rule?: string, hint?: string, version?: number,
   *   errors?: Record<string, string[]>}} body
   */
  constructor(status, body) {
    super(body.detail ?? body.title ?? String(status));
    this.status = status;
    this.code = body.code ?? "";
    this.rule = body.rule ?? null;
    this.hint = body.hint ?? null;
    this.version = body.version ?? null;
    this.errors = body.errors ?? {};
  }
}

/** No answer came: what was sent may have arrived. */
export class Unanswered extends Error {}

const TRIES = 5;
/** Statuses that say nothing about the request itself, and codes after which the same request can succeed. */
const PASSING = new Set([401, 404, 408, 429, 500, 502, 503, 504]);
const RACES = new Set(["conflict", "version-not-reached"]);

/** Whether a refusal says nothing about what was asked. @param {{status?: number, code?: string}} problem */
export const passes = ({ status = 0, code = "" }) => PASSING.has(status) || RACES.has(code);

/** What a match tells up to a version. */
const UNTIL = new Set(["", "/decisions", "/view", "/picture", "/audit", "/knowledge"]);

/** A key for something that must happen once, however often it is sent; also where the page came without TLS. */
export function onceKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Service {
  /**
   * @param {string} prefix what all addresses of the service begin with
   * @param {string} match the id of a match
   * @param {string | null} token
   * @param {string} language
   */
  constructor(prefix, match, token, language) {
    this.prefix = prefix;
    this.match = match;
    this.token = token;
    this.language = language;
    /** How browsers keep answers: what fades they are not to keep. @type {RequestCache} */
    this.cache = "no-cache";
    /** The version behind which nothing is asked for: the reader doesn't want to know yet. @type {number | null} */
    this.until = null;
  }

  /** The address of the match. */
  get address() {
    return `${this.prefix}/v1/matches/${this.match}`;
  }

  /**
   * The answer to a request. Where the service has too much to do, or no answer comes, it is asked again later, unless
   * something could happen twice by that.
   * @param {string} path of a resource of the match, or a whole one that begins with the prefix and /v1
   * @param {{accept?: string, method?: string, body?: unknown, text?: string,
   *   headers?: Record<string, string>, signal?: AbortSignal}} [options] `body` is sent as JSON, `text` as it is
   */
  async ask(path, { accept = "application/json", method = "GET", body, text, headers = {}, signal } = {}) {
    const whole = path.startsWith(`${this.prefix}/v1/`) ? path : `${this.address}${path}`;
    const address = method === "GET" ? this.#bounded(whole) : whole;
    /** @type {Record<string, string>} */
    const all = { Accept: accept, "Accept-Language": this.language, ...headers };
    if (this.token) all.Authorization = `Bearer ${this.token}`;
    if (body !== undefined) all["Content-Type"] = "application/json";
    for (let tried = 1; ; tried += 1) {
      const sent = body === undefined ? (text === undefined ? {} : { body: text }) : { body: JSON.stringify(body) };
      const repeatable = (method === "GET" || "Idempotency-Key" in all) && tried < TRIES;
      const answer = await fetch(address, { method, headers: all, cache: this.cache, signal, ...sent }).catch((problem) => {
        if (signal?.aborted) throw problem;
        if (!repeatable) throw new Unanswered();
      });
      if (answer?.ok) return answer;
      if (answer && !(repeatable && [429, 503].includes(answer.status))) {
        throw new Problem(answer.status, await answer.json().catch(() => ({})));
      }
      await pause(1000 * Math.max(Number(answer?.headers.get("Retry-After")), tried));
    }
  }

  /** An address of what a match tells, with `until`. @param {string} address */
  #bounded(address) {
    const about = address.startsWith(this.address) ? address.slice(this.address.length).split("?")[0] : undefined;
    if (this.until === null || about === undefined || !UNTIL.has(about)) return address;
    return `${address}${address.includes("?") ? "&" : "?"}until=${this.until}`;
  }

  /**
   * A document in JSON.
   * @param {string} path
   * @param {Parameters<Service["ask"]>[1]} [options]
   * @returns {Promise<any>}
   */
  async read(path, options) {
    return (await this.ask(path, options)).json();
  }
}

/**
 * A query of what is known; null and undefined are left out.
 * @param {Record<string, string | number | boolean | null | undefined>} parameters
 */
export function query(parameters) {
  const known = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return known.length ? `?${new URLSearchParams(known.map(([name, value]) => [name, String(value)]))}` : "";
}
