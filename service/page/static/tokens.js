// Tokens on this device: of the tab alone, or kept for the next time when the reader asks for that.

const name = (/** @type {string} */ match) => `kerbholz token ${match}`;

/**
 * The token for a match, or null.
 * @param {string} match
 */
export function tokenOf(match) {
  return sessionStorage.getItem(name(match)) ?? localStorage.getItem(name(match));
}

/**
 * Whether the token for a match is kept on this device.
 * @param {string} match
 */
export function isKept(match) {
  return localStorage.getItem(name(match)) !== null;
}

/**
 * Keep the token for a match on this device.
 * @param {string} match
 */
export function keep(match) {
  const token = sessionStorage.getItem(name(match));
  if (token !== null) localStorage.setItem(name(match), token);
}

/**
 * Forget the token for a match, here and on this device.
 * @param {string} match
 */
export function forget(match) {
  sessionStorage.removeItem(name(match));
  localStorage.removeItem(name(match));
}

/**
 * The role that a token is for, as it says itself: "seat", "arbiter", …; "public" without one.
 * @param {string | null} token
 */
export function roleOf(token) {
  return token?.match(/^khz_([a-z]+)_/)?.[1] ?? "public";
}
