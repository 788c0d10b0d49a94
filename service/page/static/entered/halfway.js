// What is being tapped outlives the page, in its tab: phones load a page anew whenever they want their memory back.

/** What was tapped of a command. @typedef {Record<string, any>} Part */

const nameOf = (/** @type {string} */ match) => `kerbholz tapped ${match}`;

/** Forget it. @param {string} match its id */
export const forgetTapped = (match) => sessionStorage.removeItem(nameOf(match));

export class Halfway {
  /** @param {string} match its id */
  constructor(match) {
    this.name = nameOf(match);
    /** What was being tapped when the page was left, and at which version. @type {{version: number, part: Part} | null} */
    this.left = JSON.parse(sessionStorage.getItem(this.name) ?? "null");
  }

  /** @param {number} version @param {Part | null} part */
  keep(version, part) {
    if (part) sessionStorage.setItem(this.name, JSON.stringify({ version, part }));
    else sessionStorage.removeItem(this.name);
  }

  /** What was being tapped, once, if the match has not gone on since. @param {number} version @returns {Part | null} */
  again(version) {
    const { left } = this;
    this.left = null;
    return left?.version === version ? left.part : null;
  }
}
