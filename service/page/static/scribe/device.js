// What concerns this device: how safely it keeps what was written down, who enters, the link, and a screen that stays on.

import { TooLate } from "./entries.js";
import { shorthandOf } from "./export.js";
import { circumstances, keptHow } from "./safely.js";
import { forgetTapped } from "../entered/halfway.js";
import { forgetReceipts } from "../proving/kept.js";
import { html, notify, part, said, service, token } from "../shared/page.js";
import { drop, forget, keep, keptFor, roleOf } from "../shared/tokens.js";

const NAME = "kerbholz scribe";

/**
 * @param {import("./outbox.js").Outbox} outbox
 * @param {(problem: any) => void} wrong is told what could not be done
 */
export function lookAfter(outbox, wrong) {
  outbox.claimsTime = roleOf(token) === "scribe";
  part("name").value = outbox.name = localStorage.getItem(NAME) ?? "";
  part("name").addEventListener("change", () => {
    outbox.name = part("name").value.trim();
    localStorage.setItem(NAME, outbox.name);
  });
  part("keep-it").checked = keptFor(service.match).some((one) => one.token === token);
  part("keep-it").addEventListener("change", () => (part("keep-it").checked
    ? keep(service.match, { token: token ?? "", as: "official" }) : drop(service.match, token ?? "")));
  part("export").addEventListener("click", () => save(shorthandOf(service.match, outbox.lines(), said)));
  part("forget").addEventListener("click", () => void outbox.forget().then(async () => {
    forget(service.match, token ?? "");
    forgetReceipts(service.match);
    forgetTapped(service.match);
    await (await navigator.serviceWorker?.getRegistration())?.unregister();
    location.reload();
  }, (problem) => (problem instanceof TooLate ? notify(said["still-unsent"] ?? "") : wrong(problem))));
  addEventListener("beforeunload", (event) => { if (outbox.writes && outbox.entries.unsent.length && !outbox.connected) event.preventDefault(); });
  void circumstances().then((found) => { part("kept").textContent = keptHow(found).map((name) => said[name]).join(" "); });
  stayAwake();
  install();
}

/** @param {string} text */
function save(text) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: `outbox-${service.match}.txt` });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Let the page be opened without the network: only pages that came with TLS may have that. */
export function install() {
  navigator.serviceWorker?.register(`${html.dataset.worker}?lang=${html.lang}`, { scope: location.pathname, updateViaCache: "none" })
    .then(() => navigator.serviceWorker.ready).then(() => { html.dataset.offline = "yes"; }, () => {});
}

function stayAwake() {
  if (!("wakeLock" in navigator)) return;
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  const hold = async () => {
    if (part("awake").checked && document.visibilityState === "visible") lock = await navigator.wakeLock.request("screen").catch(() => null);
    else await lock?.release();
  };
  part("awake-part").hidden = false;
  part("awake").addEventListener("change", () => void hold());
  document.addEventListener("visibilitychange", () => void hold());
}
