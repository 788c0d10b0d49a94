// The log as a scribe's page needs it: the newest entries in the words that everybody may read, since the phone lies on
// the table; and all decisions as officials have them, to correct them.

import { query } from "../shared/service.js";

/** @typedef {import("../log/log.js").Decision} Decision */

const NEWEST = 60;

export class Logbook {
  /** @param {import("../shared/service.js").Service} service */
  constructor(service) {
    this.service = service;
    /** What everybody may read of the newest decisions. @type {Decision[]} */
    this.lately = [];
    /** What everybody may know of each command, by version. @type {Map<number, Decision["command"]>} */
    this.open = new Map();
    /** Everything, by version, in the words that everybody may read. @type {Decision[]} */
    this.decisions = [];
  }

  /** The version of the newest decision of which everything is known. */
  get newest() {
    return this.decisions.length - 1;
  }

  /** @param {number} version the newest one @param {string} as whom */
  async recent(version, as) {
    const asked = { as, after: version > NEWEST ? version - NEWEST : null, text: this.service.language };
    this.lately = (await this.service.read(`/decisions${query(asked)}`)).decisions;
    return this.lately;
  }

  /** Read what is new of everything. */
  async grow() {
    for (;;) {
      const from = { after: this.decisions.at(-1)?.version ?? null, limit: 500 };
      const [page, open] = await Promise.all([
        this.service.read(`/decisions${query(from)}`),
        this.service.read(`/decisions${query({ ...from, as: "public", text: this.service.language })}`).catch(() => ({ decisions: [] })), // faded
      ]);
      const told = new Map(open.decisions.map((/** @type {Decision} */ one) => [one.version, one]));
      this.decisions.push(...page.decisions.map((/** @type {Decision} */ one) => ({ ...one, text: told.get(one.version)?.text })));
      for (const { version, command } of page.decisions) this.open.set(version, alike(command, told.get(version)?.command ?? {}));
      if (!page.next) return this.decisions;
    }
  }

  /** All decisions as they may lie on the table: their commands with nothing but what everybody may know. */
  forAll() {
    return this.decisions.map((one) => ({ ...one, command: this.open.get(one.version) ?? one.command }));
  }

  /** What a decision says. @param {number} version */
  sentence(version) {
    const told = this.lately.find((one) => one.version === version) ?? this.decisions[version];
    return told?.text ?? "";
  }
}

/** The fields of a command that are the same for everybody. @param {Record<string, any>} own @param {Record<string, any>} told */
const alike = (own, told) => /** @type {Decision["command"]} */ (
  Object.fromEntries(Object.entries(own).filter(([name, value]) => name === "type" || JSON.stringify(value) === JSON.stringify(told[name])))
);
