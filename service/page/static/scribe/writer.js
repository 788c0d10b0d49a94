// One tab of a match writes and sends; others look, and take its place when it is closed.

import { Wire } from "./wire.js";
import { Sending } from "./sending.js";

/**
 * Write and send as soon as no other tab does.
 * @param {string} place @param {import("./outbox.js").Outbox} outbox
 * @param {import("../shared/service.js").Service} service
 * @returns {Sending}
 */
export function sendFrom(place, outbox, service) {
  const sending = new Sending(outbox, new Wire(service));
  const begin = async () => {
    await outbox.begin();
    outbox.onChange(() => sending.wake());
    addEventListener("online", () => sending.wake());
    document.addEventListener("visibilitychange", () => sending.wake()); // timers of a hidden page are slow
    sending.wake();
  };
  // Locks are there on pages that came with TLS alone. Without them tabs are kept apart by the counter of the records.
  if (!navigator.locks) void begin();
  else void navigator.locks.request(`kerbholz outbox ${place}`, () => begin().then(() => new Promise(() => {})));
  return sending;
}
