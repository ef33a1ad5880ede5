import { configSchema, siteOf } from "#core/site/config.ts";
import type { Db } from "#server/db/db.ts";
import { readSettings } from "#server/deps/settings.ts";
import { openWallet } from "#server/ledger/wallet.ts";
import { createIds } from "#server/ports/clock.ts";
import type { JobQueue } from "#server/ports/job-queue.ts";
import { NO_TRACER } from "#server/ports/tracer.ts";

export const clock = Date.now;
export const ids = createIds(clock);
const config = configSchema.parse({
  site: { name: "Fermata", origin: "https://fermata.example", contact: "hello@fermata.example" },
});

/** What creating and ending jobs needs. @param folder of a site; nothing is written to it */
export const depsOf = (db: Db, jobQueue: JobQueue, folder: string) => ({
  db,
  settings: readSettings({ SECRET_KEY: "s".repeat(64) }, folder),
  site: siteOf(config),
  clock,
  ids,
  jobQueue,
  tracer: NO_TRACER,
  jobRules: config.jobs,
});
export type BenchDeps = ReturnType<typeof depsOf>;

export async function addAccount({ db }: Pick<BenchDeps, "db">): Promise<string> {
  const userId = ids();
  await db.write((tx) => openWallet(tx, userId));
  return userId;
}

const TASK = { call: "run" as const, effect: "volume", values: [], format: "wav16" };
export const request = (userId: string) =>
  ({ userId, tool: "cleaner", task: TASK, upload: "u", pool: "cpu", seconds: 1, cost: 0 }) as const;
