// The link of a token that was replaced: the answer alone has it, so it is shown at once, and for a short time.

import { part, said, service } from "../shared/page.js";
import { roleOf } from "../shared/tokens.js";

/**
 * @param {{tokens?: {role: string, seat?: number, token: string}[]}} answer to a command
 * @param {string[]} seats the names of the seats
 */
export async function showRenewed({ tokens = [] }, seats) {
  const [renewed] = tokens;
  if (!renewed) return;
  const { Links } = await import("./links.js");
  const name = renewed.seat === undefined ? (said[`role-${roleOf(renewed.token)}`] ?? renewed.role) : (seats[renewed.seat] ?? "");
  await new Links(service, part("shown"), said).show({ name: `${said["new-link"]}: ${name}`, role: renewed.role, token: renewed.token });
}
