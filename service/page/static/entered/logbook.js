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
    /** Everything, by version. @type {Decision[]} */
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
      const after = this.decisions.at(-1)?.version ?? null;
      const page = await this.service.read(`/decisions${query({ after, limit: 500, text: this.service.language })}`);
      this.decisions.push(...page.decisions);
      if (!page.next) return this.decisions;
    }
  }

  /** What a decision says. @param {number} version */
  sentence(version) {
    const told = this.lately.find((one) => one.version === version) ?? this.decisions[version];
    return told?.text ?? "";
  }
}
