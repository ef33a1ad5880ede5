import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import type { DatabaseSettings, Db } from "../db/db.ts";
import { openDb } from "../db/open-db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type SlotKey, createBulkhead } from "../deps/slots.ts";
import { createIds } from "../ports/clock.ts";
import { createSlots, LEASE, SLOT_LIMITS, takeSlots } from "./slots.ts";

/** A process that takes the slots of each JSON line it reads, and reports whether it succeeded. */
const PROGRAM = `
import { createInterface } from "node:readline";
const [settings, db, slots] = process.argv.slice(1);
const { openDb } = await import(db);
const { createSlots } = await import(slots);
const opened = await openDb(JSON.parse(settings), (error) => { throw error; });
let count = 0;
const { take } = createSlots({
  db: opened,
  clock: Date.now,
  ids: () => process.pid + "-" + ++count,
  settings: { secret: "secret" },
});
console.log("ready");
for await (const line of createInterface(process.stdin))
  console.log((await take(JSON.parse(line))) ? "taken" : "full");
`;

function startProcess(settings: DatabaseSettings) {
  const here = (name: string): string => path.join(import.meta.dirname, name);
  const given = [JSON.stringify(settings), here("../db/open-db.ts"), here("slots.ts")];
  const child = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM, ...given], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => (await lines.next()).value as string;
  return {
    isReady: next,
    take(keys: readonly SlotKey[]): Promise<string> {
      child.stdin.write(`${JSON.stringify(keys)}\n`);
      return next();
    },
    async end(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

const stream = (account: string, client: string): readonly SlotKey[] => [
  ["streamAccount", account],
  ["streamClient", client],
];

/** Slots of a process with a clock that the test controls. */
function open(db: Db, name: string) {
  let now = 1_000_000;
  let beat: (() => void) | null = null;
  const slots = createSlots(
    { db, clock: () => now, ids: createIds(Date.now), settings: { secret: name } },
    (run) => {
      beat = run;
      return () => (beat = null);
    },
  );
  /** Runs the timer, once. */
  function fire(): void {
    const run = beat;
    beat = null;
    run?.();
  }
  return {
    ...slots,
    fire,
    pass: (milliseconds: number) => (now += milliseconds),
    async beat(): Promise<void> {
      const before = await untils(db);
      fire();
      await expect.poll(() => untils(db)).not.toEqual(before);
    },
  };
}
const untils = (db: Db): Promise<number[]> =>
  db.read(async (queries) =>
    (await queries.selectFrom("slots").select("until").execute()).map(({ until }) => until),
  );

describeOnDatabases("slots", ({ fresh }) => {
  it("API-17 an account has three streams in all processes, a client six, and those of a killed process end", async () => {
    const settings = await fresh();
    const db = await openDb(settings, () => {});
    const processes = [startProcess(settings), startProcess(settings)] as const;
    try {
      for (const one of processes) expect(await one.isReady()).toBe("ready");
      const takeEverywhere = (account: string, client: string): Promise<string[]> =>
        Promise.all(
          [0, 1, 0, 1, 0, 1].map((at) => processes[at as 0 | 1].take(stream(account, client))),
        );
      expect((await takeEverywhere("ada", "home")).sort()).toEqual([
        ...Array.from({ length: 3 }, () => "full"),
        ...Array.from({ length: 3 }, () => "taken"),
      ]);
      // Another account on the same client gets the client's remaining slots; on a different client
      // it has its own.
      expect((await takeEverywhere("bo", "home")).filter((one) => one === "taken")).toHaveLength(3);
      expect(await processes[0].take(stream("cy", "home"))).toBe("full");
      expect(await processes[1].take(stream("cy", "work"))).toBe("taken");
      for (const one of processes) await one.end();
      // The slots of a killed process are not released until their lease expires.
      await db.write((tx) =>
        tx
          .updateTable("slots")
          .set(({ eb }) => ({ until: eb("until", "-", LEASE) }))
          .execute(),
      );
      const after = startProcess(settings);
      expect(await after.isReady()).toBe("ready");
      expect(await after.take(stream("ada", "home"))).toBe("taken");
      await after.end();
    } finally {
      for (const one of processes) await one.end();
      await db.close();
    }
  }, 60_000);

  it.each(Object.entries(SLOT_LIMITS) as [keyof typeof SLOT_LIMITS, number][])(
    "API-17 of %s %i are taken by as many at once as come, and what is released is free at once",
    async (kind, limit) => {
      const db = await openDb(await fresh(), () => {});
      const slots = open(db, "a");
      const take = (subject: string) => slots.take([[kind, subject]]);
      const taken = await Promise.all(Array.from({ length: 2 * limit + 2 }, () => take("ada")));
      const releases = taken.filter((one) => one !== null);
      expect(releases).toHaveLength(limit);
      expect(await take("bo")).not.toBeNull();
      expect(await take("ada")).toBeNull();
      await releases[0]!();
      // A second call does not release another holder's slots.
      await releases[0]!();
      expect(await take("ada")).not.toBeNull();
      expect(await take("ada")).toBeNull();
      await db.close();
    },
  );

  it("API-17 a request that gets only one of its slots holds neither", async () => {
    const db = await openDb(await fresh(), () => {});
    const slots = open(db, "a");
    for (const account of ["ada", "ada", "ada", "bo", "bo", "bo"])
      expect(await slots.take(stream(account, "home"))).not.toBeNull();
    for (let tries = 0; tries < 5; tries++)
      expect(await slots.take(stream("cy", "home"))).toBeNull();
    for (const client of ["x", "y", "z"])
      expect(await slots.take(stream("cy", client))).not.toBeNull();
    await db.close();
  });

  it("API-17 a running job keeps its slot; a lease that is not extended expires", async () => {
    const db = await openDb(await fresh(), () => {});
    const slots = open(db, "a");
    for (let count = 0; count < 3; count++) await slots.take([["hostedAccount", "ada"]]);
    for (let beats = 0; beats < 4; beats++) {
      slots.pass(LEASE / 3);
      await slots.beat();
    }
    expect(await slots.take([["hostedAccount", "ada"]])).toBeNull();
    slots.pass(LEASE);
    expect(await slots.take([["hostedAccount", "ada"]])).not.toBeNull();
    await db.close();
  });

  it("API-17 a slot that is taken while the last renewal ends is renewed, too", async () => {
    const plain = await openDb(await fresh(), () => {});
    let committed = Promise.withResolvers<void>();
    let gate: Promise<void> = Promise.resolve();
    const db: Db = {
      ...plain,
      write: async (work) => {
        const result = await plain.write(work);
        committed.resolve();
        await gate;
        return result;
      },
    };
    const slots = open(db, "a");
    await (await slots.take([["hostedAccount", "ada"]]))!();
    const held = Promise.withResolvers<void>();
    committed = Promise.withResolvers();
    gate = held.promise;
    const taking = slots.take([["hostedAccount", "bo"]]);
    await committed.promise;
    // The timer of the released slot finds none.
    slots.fire();
    held.resolve();
    expect(await taking).not.toBeNull();
    for (let beats = 0; beats < 4; beats++) {
      slots.pass(LEASE / 3);
      await slots.beat();
    }
    await plain.close();
  });

  it("API-17 a process that is full of one kind of work has room for another", async () => {
    const db = await openDb(await fresh(), () => {});
    const bulkheads = {
      links: createBulkhead(1),
      streams: createBulkhead(1),
      uploads: createBulkhead(1),
      hosted: createBulkhead(2),
    };
    const deps = { bulkheads, slots: open(db, "a") };
    const call = (account: string) =>
      takeSlots(deps, {
        work: "hosted",
        slotKeys: [["hostedAccount", account]],
        retryAfter: 30,
      });
    const first = await call("ada");
    await call("ada");
    await expect(call("bo")).rejects.toMatchObject({ key: "unavailable", retryAfter: 10 });
    const keys = [["uploadAccount", "bo"]] as const;
    await takeSlots(deps, { work: "uploads", slotKeys: keys, retryAfter: 30 });
    await first();
    await call("bo");
    await db.close();
  });
});
