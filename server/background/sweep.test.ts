import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { describeOnDatabases } from "../db/test-databases.ts";
import { takeLease } from "../db/lease.ts";
import { expireCredits } from "../ledger/expire-credits.ts";
import { continueAudit, showAudit } from "../ledger/watch-ledger.ts";
import { createMemoryStore } from "../objects/memory-store.ts";
import { closeOldOrders } from "../payments/orders.ts";
import { addTasks, runTasks } from "../payments/tasks.ts";
import { forgetLooseAudio } from "../podcasts/audio.ts";
import { seedScale } from "../testing/seed-scale.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { releaseOverdue } from "../usage/release-overdue.ts";
import { forgetOld } from "./forget-old.ts";
import { type Step, createSteps } from "./run-steps.ts";

const OVER = async (): Promise<boolean> => false;
const ALL = async (): Promise<boolean> => true;
const DAY = 86_400_000;

describeOnDatabases("a sweep", ({ fresh }) => {
  let server: TestServer;
  beforeEach(async () => (server = await createTestServer(await fresh())));
  afterEach(() => server.close());

  const count = async (table: string): Promise<number> => {
    const { rows } = await server.deps.db.read((queries) =>
      sql<{ count: number }>`select count(*) as count from ${sql.raw(table)}`.execute(queries),
    );
    return Number(rows[0]!.count);
  };

  const STEPS: readonly (readonly [step: Step, left: readonly string[]])[] = [
    [
      async (deps, mayContinue) => void (await releaseOverdue(deps, mayContinue)),
      ["usages where state = 'reserved'"],
    ],
    [forgetOld, ["limits", "tokens", "idempotency"]],
    [closeOldOrders, ["orders where status = 'pending'"]],
    [forgetLooseAudio, ["podcast_audio where podcast_id is null"]],
    [expireCredits, ["grants where remaining > 0 and expires_at is not null"]],
  ];
  it("USR-10 however much there is to do, each round gets on with some of it", async () => {
    const { deps } = server;
    await seedScale(deps.db, { accounts: 6000, now: deps.clock() });
    await deps.db.write(async (tx) => {
      // More rows of each kind than one batch holds.
      await sql`update orders set status = 'pending', created_at = 1`.execute(tx);
      await sql`update podcast_audio set podcast_id = null, created_at = 1`.execute(tx);
      await sql`update usages set state = 'reserved' where cost = 0`.execute(tx);
      await sql`update grants set expires_at = 1 where expires_at is not null`.execute(tx);
      await sql`insert into idempotency (user_id, path, key, body_hash, status, answer, created_at)
        select user_id, 'path', id, '', 200, '', 1 from orders`.execute(tx);
    });
    server.advance(400 * DAY);
    const countAll = (tables: readonly string[]) => Promise.all(tables.map(count));
    for (const [step, left] of STEPS) {
      const before = await countAll(left);
      await step(deps, OVER);
      for (const [at, after] of (await countAll(left)).entries())
        expect([left[at], after > 0, after < before[at]!]).toEqual([left[at], true, true]);
      await step(deps, ALL);
      expect([left, await countAll(left)]).toEqual([left, left.map(() => 0)]);
    }
  }, 180_000);

  it("USR-10 a row that comes into use again is not deleted", async () => {
    const { deps } = server;
    const { userId } = await server.addUser();
    server.advance(29 * DAY);
    await forgetOld(deps, OVER);
    expect(await count(`tokens where user_id = '${userId}'`)).toBe(1);
    server.advance(2 * DAY);
    await forgetOld(deps, OVER);
    expect(await count(`tokens where user_id = '${userId}'`)).toBe(0);
  });

  it("USR-10 a step that hangs holds up no other, and is not started again meanwhile", async () => {
    const { promise: hangs, resolve: end } = Promise.withResolvers<void>();
    const done: string[] = [];
    const steps = createSteps(
      server.deps,
      {
        store: async () => {
          done.push("store");
          await hangs;
        },
        broken: async () => {
          throw new Error("It is broken");
        },
        other: async () => void done.push("other"),
      },
      { turn: 10, budget: 10, grace: 10 },
    );
    const { signal } = new AbortController();
    await steps.run(signal);
    await steps.run(signal);
    expect(done).toEqual(["store", "other", "other"]);
    expect(server.logs.filter(({ event }) => event === "sweep_step_slow")).toHaveLength(1);
    expect(server.deps.metrics.print()).toContain(
      'toolkit_sweep_failures_total{step="broken"} 2\n',
    );
    end();
    await steps.idle();
    await steps.run(signal);
    expect(done).toEqual(["store", "other", "other", "store", "other"]);
  });

  it("USR-10 a step with much to do takes turns with the others, until its time in the round is over", async () => {
    const done: string[] = [];
    const steps = createSteps(
      server.deps,
      {
        endless: async (_deps, mayContinue) => {
          done.push("endless");
          while (await mayContinue()) await pause(1);
          done.push("over");
        },
        other: async () => void done.push("other"),
        second: async (_deps, mayContinue) => {
          await pause(30);
          if (await mayContinue()) done.push("second goes on");
        },
      },
      { turn: 20, budget: 100, grace: 10_000 },
    );
    await steps.run(new AbortController().signal);
    expect(done.slice(0, 2)).toEqual(["endless", "other"]);
    expect(done.indexOf("second goes on")).toBeGreaterThan(done.indexOf("other"));
    expect(done.filter((each) => each === "over")).toHaveLength(1);
    await steps.idle();

    // Paused steps end, too, once another process leads.
    done.length = 0;
    const lost = new AbortController();
    setTimeout(() => lost.abort(), 50);
    await steps.run(lost.signal);
    expect(done).toContain("over");
    await steps.idle();
  });

  it("API-17 processes share notifications of providers, and send each once", async () => {
    const removed: string[] = [];
    const objects = {
      ...createMemoryStore(),
      remove: async (key: string) => void removed.push(key),
    };
    const overrides = { objects, start: server.deps.clock() };
    const others = await Promise.all(
      [1, 2, 3].map(() => createTestServer(server.deps.settings.database, overrides)),
    );
    const keys = Array.from({ length: 40 }, (_, n) => `podcasts/${n}`);
    await server.deps.db.write((tx) =>
      addTasks(
        tx,
        server.deps,
        keys.map((ref) => ({ provider: "", kind: "erase", ref })),
      ),
    );
    await Promise.all(others.map(({ deps }) => runTasks(deps, ALL)));
    expect(removed.toSorted()).toEqual(keys.toSorted());
    expect(await count("provider_tasks")).toBe(0);
    await Promise.all(others.map((other) => other.close()));
  });

  it("API-17 a task whose process has died is performed by another after two minutes", async () => {
    const { deps } = server;
    await deps.db.write((tx) =>
      addTasks(tx, deps, [{ provider: "", kind: "erase", ref: "podcasts/1" }]),
    );
    const { promise: never } = Promise.withResolvers<never>();
    const dying = { ...deps, objects: { ...deps.objects, remove: () => never } };
    void runTasks(dying, OVER);
    await expect.poll(() => count("provider_tasks where tries = 1")).toBe(1);
    await runTasks(deps, OVER);
    expect(await count("provider_tasks")).toBe(1);
    server.advance(120_001);
    await runTasks(deps, OVER);
    expect(await count("provider_tasks")).toBe(0);
  });

  it("USR-10 the audit resumes where it stopped, in any process, and reports when it was last complete", async () => {
    const { deps } = server;
    await seedScale(deps.db, { accounts: 6000, now: deps.clock() });
    await deps.db.write((tx) =>
      sql`update grants set amount = amount + 1 where user_id = (select max(id) from users)`.execute(
        tx,
      ),
    );
    const other = await createTestServer(deps.settings.database, { start: deps.clock() });
    const shown = async (): Promise<string> => {
      await showAudit(other.deps);
      return other.deps.metrics.print();
    };
    let rounds = 0;
    for (; !(await shown()).includes("toolkit_ledger_faults 2\n"); rounds++) {
      expect(await shown()).toContain("toolkit_ledger_audited_seconds 0\n");
      await continueAudit([deps, other.deps][rounds % 2]!, OVER);
    }
    expect(rounds).toBeGreaterThan(3);
    expect(await shown()).toContain(
      `toolkit_ledger_audited_seconds ${Math.floor(deps.clock() / 1000)}\n`,
    );
    const { next_user: next } = await deps.db.read((queries) =>
      queries.selectFrom("ledger_audits").select("next_user").executeTakeFirstOrThrow(),
    );
    expect(next).toBeNull();
    await other.close();
  });

  it("USR-10 a lease is one process's until its end, or until it is given back", async () => {
    const { db } = server.deps;
    const take = (holder: string, now: number) =>
      db.write((tx) => takeLease(tx, { name: "test", holder, now, length: 60_000 }));
    const all = await Promise.all(["a", "b", "c", "d"].map((holder) => take(holder, 1000)));
    expect(all.filter((taken) => taken !== null)).toHaveLength(1);
    const leader = ["a", "b", "c", "d"][all.findIndex((taken) => taken !== null)]!;
    expect(await take(leader, 50_000)).not.toBeNull();
    expect(await take("e", 109_999)).toBeNull();
    expect(await take("e", 110_000)).not.toBeNull();
    expect(await take(leader, 110_001)).toBeNull();
    // Simulates a clock that was a year ahead.
    await take("e", 365 * DAY);
    expect(await take("f", 120_000)).not.toBeNull();
  });
});
