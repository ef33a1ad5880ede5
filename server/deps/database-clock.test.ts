import { expect, it } from "vitest";
import { openDatabaseClock, readDatabaseTime } from "./database-clock.ts";
import type { Db } from "../db/db.ts";
import { openDb } from "../db/open-db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";

/** The clock of a process, and the time of a database. */
function createTimes() {
  const times = { own: 1_000_000, database: 8_000_000, roundTrip: 20 };
  const logged: string[] = [];
  let later = (): void => {};
  const open = (engine: Db["engine"]) =>
    openDatabaseClock(
      { engine, read: () => Promise.reject(new Error("no")) },
      {
        log: (_level, event) => void logged.push(event),
        now: () => times.own,
        readTime: async () => {
          times.own += times.roundTrip / 2;
          times.database += times.roundTrip / 2;
          const time = times.database;
          times.own += times.roundTrip / 2;
          times.database += times.roundTrip / 2;
          return time;
        },
        schedule: (run) => {
          later = run;
          return () => void (later = () => {});
        },
      },
    );
  return { times, logged, open, measure: () => later() };
}

it("API-17 with PostgreSQL, processes compare times by the clock of the database, whatever their own", async () => {
  const { times, logged, open, measure } = createTimes();
  const { clock, close } = await open("postgres");
  expect([clock(), logged]).toEqual([times.database, ["clock_differs"]]);
  // The machine's clock is set.
  times.own += 60_000;
  measure();
  await expect.poll(clock).toBe(times.database);
  // A slow measurement is inaccurate, and a difference of milliseconds is none.
  times.own += 10_000;
  times.roundTrip = 5000;
  measure();
  await expect.poll(() => clock() - times.database).toBe(10_000);
  close();
});

it("API-17 with SQLite, it is that of the machine", async () => {
  const { times, open } = createTimes();
  expect((await open("sqlite")).clock()).toBe(times.own);
});

describeOnDatabases("the clock of the database", ({ fresh, engine }) => {
  it("API-17 is read in epoch milliseconds", async () => {
    if (engine === "sqlite") return;
    const db = await openDb(await fresh(), () => {});
    const before = Date.now();
    const time = await readDatabaseTime(db);
    // It runs on the same machine; the value is cut off.
    expect(time).toBeGreaterThanOrEqual(before - 1);
    expect(time).toBeLessThanOrEqual(Date.now());
    await db.close();
  });
});
