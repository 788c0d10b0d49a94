// Runs schedules of two phones, one a line: what is written, cut off, killed and answered when. Then everything is
// mended, and says what the phones hold.

import { createInterface } from "node:readline";
import { Elsewhere, TooLate } from "../../service/page/static/scribe/entries.js";
import { Counts, Full, Phone, steadily, Time } from "./phones.mjs";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const heard = async () => (await lines.next()).value;
const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

/** The service is killed, and started again where it was: whoever started it does that. */
async function killed() {
  say({ kill: true });
  await heard();
}

/** Wait until nothing happens any more but what time brings. */
async function rest(phones) {
  for (let quiet = 0; quiet < 12; ) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    quiet = phones.some(({ under_way: number }) => number > 0) ? 0 : quiet + 1;
  }
}

async function run({ address, match, tokens, truth, ops, locks }) {
  const time = new Time();
  const counts = new Counts();
  let killing = Promise.resolve();
  const kill = () => (killing = killing.then(killed)); // two may want it at once
  const phones = ["Ada", "Ben"].map((name) => new Phone({ address, match, token: tokens.scribe, name, time, locks, counts, killed: kill }));
  for (const phone of phones) await phone.open();
  for (const phone of phones) await phone.look();
  let notes = 0;
  const left = [];
  const asked = [];

  const others = async (token, body) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const answer = await steadily(`${address}/v1/matches/${match}/commands`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
  };
  /** What is too late, or another tab's, or has no room, is so: the scribe is told. */
  const may = (promise) => promise.catch((problem) => {
    if (![TooLate, Elsewhere, Full].some((kind) => problem instanceof kind)) throw problem;
    counts.add(`told: ${problem.constructor.name}`);
  });
  const deeds = {
    line: async (phone) => {
      const own = phone.outbox.lines().filter(({ sentence }) => sentence.startsWith("line "));
      const next = Math.max(phone.known, ...own.map(({ sentence }) => Number(sentence.slice(5)) + 1));
      if (next < truth.length) await may(phone.outbox.put(truth[next], `line ${next}`, phone.seen));
    },
    note: async (phone) => {
      notes += 1;
      const text = `note ${notes}`;
      await may(phone.outbox.put({ type: "table.note", text }, text, phone.seen));
    },
    undo: async (phone) => {
      const last = phone.outbox.lines().findLast(({ open }) => open);
      if (last?.sentence.startsWith("note ")) await may(phone.outbox.leaveOut(last.number).then(() => left.push(last.sentence)));
    },
    reword: async (phone) => {
      const last = phone.outbox.lines().findLast(({ open, sentence }) => open && sentence.startsWith("note "));
      if (!last) return;
      notes += 1;
      const text = `note ${notes}`;
      await may(phone.outbox.edit(last.number, { type: "table.note", text }, text).then(() => left.push(last.sentence)));
    },
    network: async (phone, how) => {
      phone.network = how;
      if (how === "up") await phone.arrived();
      if (how === "up") for (const { sending } of phone.tabs) sending.wake();
    },
    kill: (phone) => phone.kill(),
    reload: (phone) => phone.reload(),
    room: (phone, full) => { phone.disk.full = full; },
    tab: (phone) => (phone.tabs.length < 3 ? phone.open() : undefined),
    look: (phone) => phone.look(),
    answer: async (phone, each) => {
      const { question } = phone.outbox.entries;
      if (question) asked.push({ kind: question.kind, each, theirs: question.theirs.length });
      if (question) counts.add(`held: ${question.kind}`);
      await may(phone.answer(each));
    },
    pass: (_, seconds) => {
      time.pass(1000 * seconds);
      if (seconds >= 1800 && phones.some(({ network, outbox }) => network !== "up" && outbox.entries.unsent.length)) counts.add("half an hour without the service");
    },
    rest: () => rest(phones),
    seat: () => others(tokens.seats[0], { type: "table.note", text: "by a seat" }),
    rule: () => others(tokens.arbiter, { type: "table.rule", verdict: "dismissed" }),
    service: () => {
      counts.add("service killed");
      return kill();
    },
  };
  for (const [what, number, ...given] of ops) await deeds[what](phones[number], ...given);

  for (const phone of phones) await deeds.network(phone, "up");
  await rest(phones);
  for (const phone of phones) phone.disk.full = false; // there is room again, and nobody touches anything
  for (let round = 0; round < 200 && phones.some(({ outbox }) => outbox.entries.unsent.length); round += 1) {
    time.pass(20_000);
    await rest(phones);
    for (const phone of phones) await deeds.answer(phone, round % 3 === 0);
  }
  await rest(phones);
  const told = phones.map((phone) => ({
    entries: [...phone.outbox.entries.all.values()].map(({ key, bytes, sentence, seen, state, first, last }) => ({ key, bytes, sentence, seen, state, first, last })),
    same: phone.tabs.every(({ outbox }) => JSON.stringify([...outbox.entries.all]) === JSON.stringify([...phone.outbox.entries.all])),
    wrong: phone.wrong,
    requests: phone.sent.size,
  }));
  for (const phone of phones) for (const tab of phone.tabs) Object.assign(tab, { dead: true }).sending.stop();
  return { phones: told, left, asked, counts: counts.numbers };
}

for (let line = await heard(); line !== undefined; line = await heard()) {
  say(await run(JSON.parse(line)).then((done) => ({ done }), (problem) => ({ thrown: problem.stack ?? String(problem) })));
}
