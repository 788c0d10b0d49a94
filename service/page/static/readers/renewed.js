// The link of a token that was replaced: the answer alone has it, so it is shown at once, and for a short time.

import { Links } from "./links.js";
import { part, said, service } from "../shared/page.js";
import { roleOf } from "../shared/tokens.js";

/**
 * @param {{tokens?: {role: string, seat?: number, token: string}[], decisions?: {command: Record<string, any>}[]}} answer to a command
 * @param {string[]} seats the names of the seats
 */
export async function showRenewed({ tokens = [], decisions = [] }, seats) {
  const [renewed] = tokens;
  if (!renewed) return;
  const sat = decisions.find(({ command }) => command.type === "table.substitute" && command.seat === renewed.seat);
  const owner = sat?.command.name ?? seats[renewed.seat ?? -1] ?? "";
  const name = renewed.seat === undefined ? (said[`role-${roleOf(renewed.token)}`] ?? renewed.role) : owner;
  const person = { name: `${said["new-link"]}: ${name}`, role: renewed.role, token: renewed.token };
  await new Links(service, part("shown"), said).show(person);
}
