import { type Config, siteOf } from "#core/site/config.ts";
import { openDatabaseClock } from "./deps/database-clock.ts";
import { openDb } from "./db/open-db.ts";
import { systemRandom } from "./deps/deps.ts";
import { type Log, describeError } from "./deps/log.ts";
import type { Settings } from "./deps/settings.ts";
import type { WorkerDeps } from "./jobs/run-attempt.ts";
import { createTableQueue } from "./jobs/table-queue.ts";
import { openStore } from "./objects/open-store.ts";
import { createIds } from "./ports/clock.ts";
import { openTracer } from "./tracing/open-tracer.ts";
import { traceDb, traceStore } from "./tracing/traced.ts";

interface Options {
  readonly settings: Settings;
  readonly config: Config;
  readonly log: Log;
}

/** Opens what a worker needs of the server: the database and the object store. */
export async function openWorker({
  settings,
  config,
  log,
}: Options): Promise<{ readonly deps: WorkerDeps; readonly close: () => Promise<void> }> {
  const opened = await openDb(settings.database, (error) =>
    log("warn", "database_connection_lost", describeError(error)),
  );
  const { clock, close: closeClock } = await openDatabaseClock(opened, { log });
  const ids = createIds(clock);
  const tracer = await openTracer(settings, "toolkit-worker", ids());
  const db = traceDb(opened, tracer);
  const deps: WorkerDeps = {
    db,
    clock,
    ids,
    jobQueue: createTableQueue({ db, clock }),
    jobRules: config.jobs,
    objects: traceStore(openStore(settings, clock), tracer),
    tracer,
    random: systemRandom,
    settings,
    site: siteOf(config),
    log,
  };
  return {
    deps,
    close: async () => {
      closeClock();
      await db.close();
      await tracer.close();
    },
  };
}
