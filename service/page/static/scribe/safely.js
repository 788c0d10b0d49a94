// What is said of how safely this device keeps what was written down. It says no more than the browser promises.

/** @typedef {{secure: boolean, persists: boolean, home: boolean}} Circumstances */

/** @returns {Promise<Circumstances>} */
export async function circumstances() {
  const home = matchMedia("(display-mode: standalone)").matches || /** @type {any} */ (navigator).standalone === true;
  const persists = (await navigator.storage?.persisted?.().catch(() => false)) || (await navigator.storage?.persist?.().catch(() => false)) || false;
  return { secure: isSecureContext, persists, home };
}

/** The names of the sentences that say it. @param {Circumstances} found @returns {string[]} */
export function keptHow({ secure, persists, home }) {
  if (secure && (persists || home)) return ["kept-safely"];
  return secure ? ["kept-until", "kept-install"] : ["kept-until", "kept-insecure"];
}
