// Whether something that was written down here was not sent: then nothing of it is forgotten.

import { open } from "./outbox.js";
import { isThere } from "./store.js";

/** @param {string} place the match, and the role: "ID scribe" */
export const hasUnsent = async (place) => (await isThere(place)) && (await open(place)).entries.unsent.length > 0;
