import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { openDb } from "../db/open-db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { createMetrics } from "./metrics.ts";
import { watchProcess } from "./process-metrics.ts";

describeOnDatabases("metrics of the process", ({ engine, fresh }) => {
  it("API-17 tell of its event loop, its memory and its connections", async () => {
    const db = await openDb(await fresh(), () => {});
    const metrics = createMetrics();
    const stop = watchProcess(metrics, db);
    const valuesOf = (name: string): ReadonlyMap<string, number> =>
      new Map(
        Array.from(
          metrics.print().matchAll(/^(\w+)\{(.*)\} (.*)$/gm),
          ([, at, labels, value]) => [at!, labels!, Number(value)] as const,
        )
          .filter(([at]) => at === name)
          .map(([, labels, value]) => [labels, value]),
      );
    expect(valuesOf("toolkit_memory_bytes").get('kind="rss"')).toBeGreaterThan(1e7);
    await db.read(async () => {
      const used = valuesOf("toolkit_database_connections").get('kind="write",state="used"');
      expect(used).toBe(engine === "postgres" ? 0 : undefined);
    });
    if (engine === "postgres")
      await db.write(async (tx) => {
        await tx.selectFrom("limits").selectAll().execute();
        const used = valuesOf("toolkit_database_connections").get('kind="write",state="used"');
        expect(used).toBe(1);
      });
    // Blocks the event loop and yields in between, so that the monitor can measure the delay.
    for (let turn = 0; turn < 4; turn++) {
      const until = performance.now() + 120;
      while (performance.now() < until);
      for (let tick = 0; tick < 3; tick++) await pause(25);
    }
    const late = valuesOf("toolkit_event_loop_delay_seconds");
    expect(late.get('quantile="1"')).toBeGreaterThan(0.05);
    stop();
    await db.close();
  });
});
