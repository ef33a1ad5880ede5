import { afterEach, expect, it } from "vitest";
import { inLongRun, isLong } from "#tests/left-out.ts";
import type { Db } from "../db/db.ts";
import { openDb } from "../db/open-db.ts";
import type { Leases } from "../db/schema/sweeps.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type ServerProcess, startProcess } from "../testing/test-process.ts";

/** The long run uses the server's own intervals. */
const SCALE = isLong ? 1 : 20;
const TIMES = { every: 60_000 / SCALE, lease: 60_000 / SCALE, look: 15_000 / SCALE };
const TOKEN = "m".repeat(24);
const PATIENCE = { timeout: isLong ? 200_000 : 60_000, interval: 50 };

describeOnDatabases(
  "the sweep of three processes",
  ({ fresh }) => {
    let processes: ServerProcess[] = [];
    let db: Db;
    afterEach(async () => {
      await Promise.all(processes.map((process) => process.close()));
      await db.close();
    });

    /** Number of rounds that a process has completed. */
    async function roundsOf({ port, isAlive }: ServerProcess): Promise<number> {
      if (!isAlive()) return 0;
      const headers = { authorization: `Bearer ${TOKEN}` };
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
      const text = await answer.text();
      const last = /toolkit_sweep_seconds_count\{step="ledger"\} (\d+)/.exec(text);
      return Number(last?.[1] ?? 0);
    }
    const readLease = (): Promise<Leases | undefined> =>
      db.read((queries) =>
        queries.selectFrom("leases").selectAll().where("name", "=", "sweep").executeTakeFirst(),
      );
    const findLeader = async (): Promise<ServerProcess | undefined> => {
      const rounds = await Promise.all(processes.map(roundsOf));
      return processes[rounds.findIndex((count) => count > 0)];
    };

    it(
      "API-17 is done once in its time by all together; where the leader is killed, another leads",
      async () => {
        const settings = await fresh();
        db = await openDb(settings, () => {});
        const env = { METRICS_TOKEN: TOKEN, SWEEP_TIMES: JSON.stringify(TIMES) };
        processes = await Promise.all([1, 2, 3].map(() => startProcess(settings, env)));
        const starts = new Set<number>();
        /** Records the start times of rounds until there are `count` of them. */
        const watch = (count: number): Promise<void> =>
          expect
            .poll(async () => {
              const lease = await readLease();
              if (lease) starts.add(lease.next_at);
              return starts.size;
            }, PATIENCE)
            .toBeGreaterThanOrEqual(count);
        await watch(3);
        const before = await Promise.all(processes.map(roundsOf));
        expect(before.filter((rounds) => rounds > 0)).toHaveLength(1);
        expect(Math.max(...before)).toBeLessThanOrEqual(3);

        const leader = (await findLeader())!;
        const { holder } = (await readLease())!;
        await leader.kill();
        const killedAt = Date.now();
        await expect.poll(async () => (await readLease())!.holder, PATIENCE).not.toBe(holder);
        if (isLong) expect(Date.now() - killedAt).toBeLessThan(90_000);
        await watch(starts.size + 2);
        const after = await Promise.all(processes.map(roundsOf));
        expect(after.filter((rounds) => rounds > 0)).toHaveLength(1);

        // This includes the interval between the last round of one leader and the first of the next.
        const sorted = [...starts].sort((a, b) => a - b);
        const pauses = sorted.slice(1).map((start, at) => start - sorted[at]!);
        expect(Math.min(...pauses)).toBeGreaterThanOrEqual(TIMES.every);
        expect(processes.flatMap((process) => process.logged("sweep_failed"))).toEqual([]);
      },
      isLong ? 600_000 : 120_000,
    );

    it("API-17 a leader that ends passes the lead on at once", async () => {
      const settings = await fresh();
      db = await openDb(settings, () => {});
      // Long enough that no process takes over because of an expired lease.
      const env = {
        METRICS_TOKEN: TOKEN,
        SWEEP_TIMES: JSON.stringify({ every: 100, lease: 600_000, look: 100 }),
      };
      processes = await Promise.all([1, 2].map(() => startProcess(settings, env)));
      await expect.poll(findLeader, PATIENCE).toBeDefined();
      const leader = (await findLeader())!;
      const { holder } = (await readLease())!;
      processes = processes.filter((process) => process !== leader);
      await leader.close();
      await expect.poll(findLeader, PATIENCE).toBeDefined();
      expect((await readLease())!.holder).not.toBe(holder);
    });
  },
  { sqlite: inLongRun },
);
