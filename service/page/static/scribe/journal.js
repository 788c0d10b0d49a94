// The records of an outbox, one behind the other: each is on the disk before anybody acts upon it, and one tab writes.

import { Elsewhere, Entries, TooLate } from "./entries.js";

/** @typedef {import("./entries.js").Happened} Happened */

/**
 * @typedef {object} Store where the records are
 * @property {(from: number) => Promise<Happened[] | null>} read the records from a position on, counted from 1; null
 *   where those before it are gone
 * @property {(position: number, record: Happened) => Promise<void>} append settles when it is on the disk; rejects with
 *   `Elsewhere` where the position is taken
 * @property {(changed: () => void) => void} watch what other tabs append
 * @property {() => Promise<void>} forget everything
 */

export class Journal {
  /** @param {Store} store */
  constructor(store) {
    this.entries = new Entries();
    /** Whether this tab is the one that writes; the others look. */
    this.writes = false;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.read = 0;
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
    this.store = store;
    store.watch(() => void this.refresh());
  }

  /** Read what has been appended since, as by another tab. */
  refresh() {
    return this.alone(() => this.readOn());
  }

  /** Write from now on: no other tab does. */
  async begin() {
    await this.refresh();
    this.writes = true;
    this.tell();
  }

  /** Be told of every change. @param {() => void} listener @returns {() => void} what ends that */
  onChange(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Forget everything. Rejects with `TooLate` while something is not stored, and with `Elsewhere` as all writing does. */
  forget() {
    return this.alone(async () => {
      if (!this.writes) throw new Elsewhere();
      await this.readOn();
      if (this.entries.unsent.length) throw new TooLate();
      await this.store.forget();
      this.empty();
      this.tell();
    });
  }

  /** Append what `make` says of the entries as they are then. @param {() => Happened} make @returns {Promise<Happened>} */
  write(make) {
    return this.alone(async () => {
      for (;;) {
        if (!this.writes) throw new Elsewhere();
        const record = make();
        const taken = await this.store.append(this.read + 1, record).then(() => false, (problem) => {
          if (problem instanceof Elsewhere) return true; // without locks several tabs may write, each behind the others
          throw problem;
        });
        if (taken) await this.readOn();
        else {
          this.take([record]);
          return record;
        }
      }
    });
  }

  async readOn() {
    const records = await this.store.read(this.read + 1);
    if (records === null) this.empty();
    this.take(records ?? (await this.store.read(1)) ?? []);
  }

  /** @param {Happened[]} records */
  take(records) {
    if (!records.length) return;
    for (const record of records) this.entries.fold(record);
    this.read += records.length;
    this.tell();
  }

  empty() {
    this.entries = new Entries();
    this.read = 0;
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  /** One thing after another. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  alone(work) {
    const done = this.last.then(work, work);
    this.last = done.catch(() => {});
    return done;
  }
}
