// What could not be done, in words: the service refuses it, or this device keeps nothing.

import { Elsewhere, TooLate } from "./entries.js";
import { said, wording } from "../shared/page.js";
import { Problem, Unanswered } from "../shared/service.js";

/** @param {any} problem @returns {string} */
export function wordsFor(problem) {
  if (problem instanceof TooLate) return said["too-late"] ?? "";
  if (problem instanceof Elsewhere) return said["other-tab"] ?? "";
  // What a browser says itself is in its own words, and of its storage.
  return problem instanceof Problem || problem instanceof Unanswered ? wording(problem) : (said["not-kept"] ?? "");
}
