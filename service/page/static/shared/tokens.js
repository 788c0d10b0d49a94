// Tokens on this device: that of the tab, and those that readers asked to keep for the next time.

/** @typedef {{token: string, as: string}} Kept a token, and the viewer that it is for */

const ofTab = (/** @type {string} */ match) => `kerbholz token ${match}`;
const ofDevice = (/** @type {string} */ match) => `kerbholz tokens ${match}`;

/**
 * The tokens for a match that are kept on this device, the newest first.
 * @param {string} match
 * @returns {Kept[]}
 */
export function keptFor(match) {
  try {
    const kept = JSON.parse(localStorage.getItem(ofDevice(match)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.token === "string") : [];
  } catch {
    return []; // somebody else wrote there
  }
}

/** @param {string} match @param {Kept[]} kept */
function write(match, kept) {
  if (kept.length) localStorage.setItem(ofDevice(match), JSON.stringify(kept));
  else localStorage.removeItem(ofDevice(match));
}

/**
 * The token for a match, or null: that of the tab, else the one that was kept last.
 * @param {string} match
 */
export function tokenOf(match) {
  return sessionStorage.getItem(ofTab(match)) ?? keptFor(match)[0]?.token ?? null;
}

/**
 * Use a token for a match in this tab.
 * @param {string} match
 * @param {string} token
 */
export function use(match, token) {
  sessionStorage.setItem(ofTab(match), token);
}

/**
 * Keep a token for a match on this device.
 * @param {string} match
 * @param {Kept} one
 */
export function keep(match, one) {
  write(match, [one, ...keptFor(match).filter(({ token }) => token !== one.token)]);
}

/**
 * Keep a token no longer on this device; the tab still has it.
 * @param {string} match
 * @param {string} token
 */
export function drop(match, token) {
  if (sessionStorage.getItem(ofTab(match)) === null) use(match, token);
  write(match, keptFor(match).filter((one) => one.token !== token));
}

/**
 * Forget a token, in this tab and on this device.
 * @param {string} match
 * @param {string} token
 */
export function forget(match, token) {
  drop(match, token);
  sessionStorage.removeItem(ofTab(match));
}

/**
 * The role that a token is for, as it says itself: "seat", "arbiter", …; "public" without one.
 * @param {string | null} token
 */
export function roleOf(token) {
  return token?.match(/^khz_([a-z]+)_/)?.[1] ?? "public";
}
