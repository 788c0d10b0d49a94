// Whether the match can be proved. An archive is verified in the reader's browser. At each visit the service has to show
// that what it told this device before is the beginning of what it tells now.

import { download, html, part, said, service, told } from "../shared/page.js";
import { Problem, query } from "../shared/service.js";
import { forgetReceipts, keepReceipt, keptOf } from "./kept.js";

/** @typedef {import("./kept.js").Receipt} Receipt */

const MEDIA_TYPE = "application/vnd.kerbholz.archive";
let forgotten = false;

/** Keep nothing of this match on this device any more. */
export function forgetProofs() {
  forgotten = true;
  forgetReceipts(service.match);
}

/** The service tells something else than before. */
class Contradiction extends Error {}

/** The verifier: it is loaded when it is needed. */
const verifier = () => import("./verify.mjs");

export class Proving {
  constructor() {
    part("proving").hidden = service.until !== null; // an archive tells how long the match is
    const buttons = { verify: () => this.#verify(), "save-bare": () => this.#save("false"), "save-whole": () => this.#save(null) };
    for (const [id, act] of Object.entries(buttons)) {
      part(id).addEventListener("click", () => {
        part("proof").textContent = said["one-moment"] ?? "";
        act().catch((problem) => part("proof").replaceChildren(told(problem)));
      });
    }
    part("save-receipts").addEventListener("click", () => {
      download(new Blob([JSON.stringify(this.#receipts, null, 1)]), `${service.match}.receipts.json`);
    });
    this.#list();
  }

  get #receipts() {
    return keptOf(service.match)?.receipts ?? [];
  }

  /** Keep a receipt. @param {Receipt | null | undefined} receipt @param {string | null} [key] of the service */
  keep(receipt, key = null) {
    if (receipt && !forgotten) keepReceipt({ ...receipt, match: service.match }, key);
    this.#list();
  }

  #list() {
    part("save-receipts").hidden = this.#receipts.length === 0;
  }

  /** Hold what was kept against what the service tells now, and keep the newest checkpoint. */
  async visit() {
    if (service.until !== null) return;
    try {
      const keys = (await service.read(`${service.prefix}/v1/keys`)).keys.map((/** @type {{vkey: string}} */ { vkey }) => vkey);
      const kept = keptOf(service.match);
      if (kept?.key && !keys.includes(kept.key)) throw new Contradiction(said["other-key"]);
      const [before] = [...this.#receipts].sort((one, other) => other.size - one.size);
      const now = before ? await this.#since(before, kept?.key ?? null) : await service.read("/checkpoint");
      this.keep(now, keys[0] ?? null);
      html.dataset.proved = String(now.size);
    } catch (problem) {
      // What cannot be answered at the moment is asked again at the next visit.
      if (problem instanceof Contradiction) this.#alarm(problem.message);
    }
  }

  /** The newest tree, if it begins with the one that was kept. @param {Receipt} before @param {string | null} key */
  async #since(before, key) {
    const { checkpoint, checksSignatures, consistent, signed, verifierKey } = await verifier();
    const { from, to, hashes } = await service.read(`/consistency${query({ from: before.size })}`).catch((problem) => {
      // There were more decisions than there are now.
      throw problem instanceof Problem && problem.status === 422 ? new Contradiction(said["other-history"]) : problem;
    });
    if (!consistent(before, to, hashes)) {
      for (const one of [from, to]) this.keep(one); // with what was kept they convict it
      throw new Contradiction(said["other-history"]);
    }
    if (key !== null) {
      const note = checkpoint(to.checkpoint);
      const same = note.origin.endsWith(`/matches/${service.match}`) && note.size === to.size && note.root === to.root;
      if (!same || ((await checksSignatures()) && !(await signed(note, verifierKey(key))))) throw new Contradiction(said["other-key"]);
    }
    return to;
  }

  /** @param {string} text */
  #alarm(text) {
    part("alarm").textContent = `${text} ${said["save-proofs"]}`;
    part("alarm").hidden = false;
  }

  async #verify() {
    const { verify } = await verifier();
    const bytes = new Uint8Array(await (await this.#archive(null)).arrayBuffer());
    const [kept, roots] = [keptOf(service.match), this.#receipts];
    const found = await verify(bytes, { roots, keys: kept?.key ? [kept.key] : [] });
    if (!found.holds) {
      const where = found.decision === null ? said["broken-end"] : `${said["broken-at"]} ${found.decision}`;
      part("proof").replaceChildren(told({ message: `${said.broken} ${where}: ${found.what}` }));
      return;
    }
    const who = found.trusted.length ? `${said["signed-by"]} ${found.trusted.join()} (${said["known-since"]} ${kept?.since}).` : said[found.unchecked ? "unchecked" : "unsigned"];
    const agree = roots.length ? `${said["receipts-agree"]} ${roots.length}.` : "";
    part("proof").textContent = [`${said.holds} ${found.size}.`, who, agree, said["not-proved"]].join(" ");
  }

  /** @param {string | null} texts "false" without names and notes */
  #archive(texts) {
    return service.ask(`/export${query({ texts })}`, { accept: MEDIA_TYPE });
  }

  /** @param {string | null} texts */
  async #save(texts) {
    const answer = await this.#archive(texts);
    const [, name = `${service.match}.kerbholz`] = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "") ?? [];
    download(await answer.blob(), name);
    part("proof").textContent = said[name.includes(".official.") ? "saved-official" : "saved"] ?? "";
  }
}
