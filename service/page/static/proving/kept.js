// What this device keeps of a match, to hold it against the service later: the service's key as it was first told, the
// receipts of what was sent from here, and the newest checkpoint of each visit. None of it is a secret.

/**
 * @typedef {{match: string, size: number, root: string, checkpoint?: string}} Receipt
 * @typedef {{key: string | null, since: string, receipts: Receipt[]}} Kept `since`: the day of the first visit
 */

const MOST = 300; // receipts of a match: some 120 kB

const nameOf = (/** @type {string} */ match) => `kerbholz receipts ${match}`;

/** What is kept of a match; null without anything. @param {string} match @returns {Kept | null} */
export function keptOf(match) {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(match)) ?? "null");
    return Array.isArray(kept?.receipts) && typeof kept.since === "string" ? kept : null;
  } catch {
    return null; // somebody else wrote there
  }
}

/** Keep a receipt, and the key if none is kept. @param {Receipt} receipt @param {string | null} key */
export function keepReceipt({ match, size, root, checkpoint }, key) {
  const known = keptOf(match) ?? { key, since: new Date().toISOString().slice(0, 10), receipts: [] };
  const others = known.receipts.filter((one) => one.size !== size || one.root !== root);
  const receipts = [...others, { match, size, root, checkpoint }].slice(-MOST);
  try {
    localStorage.setItem(nameOf(match), JSON.stringify({ ...known, key: known.key ?? key, receipts }));
  } catch {
    // The device has no room left: what was kept before is still there.
  }
}

/** @param {string} match */
export const forgetReceipts = (match) => localStorage.removeItem(nameOf(match));
