// SHA-256 (FIPS 180-4), for pages that came without TLS: browsers keep theirs from them.

const primes = (() => {
  /** @type {number[]} */
  const found = [];
  for (let one = 2; found.length < 64; one += 1) if (found.every((prime) => one % prime)) found.push(one);
  return found;
})();

/** The first 32 bits of the fraction of a number. @param {number} number */
const fraction = (number) => ((number - Math.floor(number)) * 2 ** 32) | 0;

const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));

/** @param {number} word @param {number} bits */
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/**
 * The hash of some bytes, in lower-case hex.
 * @param {Uint8Array} bytes
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = Int32Array.from(START);
  for (let block = 0; block < padded.length; block += 64) mix(hash, view, block);
  return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Take in one block of 64 bytes. @param {Int32Array} hash @param {DataView} view @param {number} block */
function mix(hash, view, block) {
  const words = new Int32Array(64);
  const at = (/** @type {number} */ index) => words[index] ?? 0;
  for (let n = 0; n < 64; n += 1) {
    if (n < 16) words[n] = view.getInt32(block + 4 * n);
    else {
      const [early, late] = [at(n - 15), at(n - 2)];
      words[n] = at(n - 16) + at(n - 7)
        + (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
    }
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let n = 0; n < 64; n += 1) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[n] ?? 0) + at(n)) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => { hash[index] = (hash[index] ?? 0) + word; });
}
