import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { RESERVATION_LASTS } from "#core/credits/credits.ts";
import { openDb } from "../db/open-db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { grantCredits } from "../ledger/grant-credits.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { only } from "#tests/left-out.ts";
import { reserveJob } from "./job.ts";
import { releaseOverdue, showOverdue } from "./release-overdue.ts";

const LATER = (RESERVATION_LASTS + 1) * 1000;

describeOnDatabases("jobs that nobody settles", ({ engine, fresh }) => {
  let server: TestServer;
  beforeEach(async () => (server = await createTestServer(await fresh())));
  afterEach(async () => {
    const faults = await server.deps.db.read(auditLedger);
    await server.close();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });

  /** Reserves jobs of a new account with sufficient credits. */
  async function reserveJobs(count: number, cost: number) {
    const user = await server.addUser();
    const { userId } = user;
    await server.deps.db.write(async (tx) => {
      await lockWallet(tx, userId);
      await grantCredits(tx, server.deps, {
        userId,
        bucket: "bought",
        amount: Math.max(1, count * cost),
        source: "support",
        sourceId: "1",
      });
      for (let n = 0; n < count; n++)
        await reserveJob(tx, server.deps, {
          userId,
          tool: "cleaner",
          seconds: 1,
          cost,
          inputHash: null,
        });
    });
    return user;
  }
  const isOver = (): Promise<number> =>
    server.deps.db.read(async (queries) => {
      const rows = await queries
        .selectFrom("usages")
        .select("id")
        .where("state", "=", "refunded")
        .execute();
      return rows.length;
    });

  it("USR-10 1,200 free jobs do not delay the credits of another account", async () => {
    for (let n = 0; n < 12; n++) await reserveJobs(100, 0);
    server.advance(1000);
    const honest = await reserveJobs(1, 5);
    server.advance(LATER);
    await showOverdue(server.deps);
    expect(server.deps.metrics.print()).toContain('toolkit_waiting{queue="jobs"} 1201\n');
    await sweep(server.deps);
    expect(await server.call(getBalance, {}, honest)).toMatchObject({ data: { buy_credits: 5 } });
    expect(await isOver()).toBe(1201);
    expect(server.deps.metrics.print()).toContain('toolkit_waiting{queue="jobs"} 0\n');
    expect(server.deps.metrics.print()).toContain("toolkit_jobs_released_total 1201\n");
  });

  it("USR-10 one account's many jobs wait for another's one, and not the other way round", async () => {
    const many = await reserveJobs(60, 1);
    server.advance(1000);
    const one = await reserveJobs(1, 1);
    server.advance(LATER);
    expect(await releaseOverdue(server.deps)).toBe(61);
    const releases = await server.deps.db.read((queries) =>
      queries
        .selectFrom("ledger_transactions")
        .select("user_id")
        .where("kind", "=", "release")
        .orderBy("id")
        .execute(),
    );
    const order = releases.map(({ user_id: userId }) => userId);
    expect(order.filter((userId) => userId === many.userId)).toHaveLength(60);
    expect(order.indexOf(one.userId)).toBeLessThanOrEqual(20);
  });

  it("USR-10 processes share the work, and no job is released twice", async () => {
    const other = await createTestServer(server.deps.settings.database, {
      start: server.deps.clock() + LATER,
    });
    for (let n = 0; n < 60; n++) await reserveJobs(2, 1);
    server.advance(LATER);
    const counts = await Promise.all([server, other].map(({ deps }) => releaseOverdue(deps)));
    expect(counts[0]! + counts[1]!).toBe(120);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    await other.close();
  });

  it(
    "USR-10 a wallet that somebody holds keeps no other from its credits",
    only(engine === "postgres", "on PostgreSQL"),
    async () => {
      const stuck = await reserveJobs(1, 1);
      const free = [await reserveJobs(1, 1), await reserveJobs(1, 1), await reserveJobs(1, 1)];
      server.advance(LATER);
      const holder = await openDb(server.deps.settings.database, () => {});
      const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
      const { promise: isDone, resolve: end } = Promise.withResolvers<void>();
      const holding = holder.write(async (tx) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
        await lockWallet(tx, stuck.userId);
        hold();
        await isDone;
      });
      await isHeld;
      expect(await releaseOverdue(server.deps)).toBe(3);
      for (const user of free)
        expect(await server.call(getBalance, {}, user)).toMatchObject({ data: { buy_credits: 1 } });
      end();
      await holding;
      expect(await releaseOverdue(server.deps)).toBe(1);
      await holder.close();
    },
  );

  it("USR-10 what fails keeps nothing else of a round from being done", async () => {
    await server.deps.db.write((tx) => sql`drop table podcast_audio`.execute(tx));
    await server.deps.db.write((tx) =>
      tx.insertInto("limits").values({ key: "old", count: 1, ends_at: 0 }).execute(),
    );
    await sweep(server.deps);
    const left = await server.deps.db.read((q) => q.selectFrom("limits").selectAll().execute());
    expect(left).toEqual([]);
    // The storage total requires the same table.
    expect(server.logs.filter(({ event }) => event === "sweep_failed")).toMatchObject([
      { values: { step: "audio" } },
      { values: { step: "storage" } },
    ]);
    expect(server.deps.metrics.print()).toContain('toolkit_sweep_failures_total{step="audio"} 1');
  });
});
