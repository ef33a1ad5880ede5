import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import type { Db } from "#server/db/db.ts";
import type { Jobs } from "#server/db/schema/jobs.ts";
import type { Tx } from "#server/db/schema/tables.ts";
import { createTableQueue } from "#server/jobs/table-queue.ts";
import type { JobQueue } from "#server/ports/job-queue.ts";

/** The version that is compared. It is installed for the run only. */
const PG_BOSS = "pg-boss@12.38.0";
const NAME = "jobs";
const LOCK = 7_412_311;

interface OpenQueue {
  readonly queue: JobQueue;
  readonly close: () => Promise<void>;
}
export type OpenBenchQueue = (db: Db, url: string) => Promise<OpenQueue>;

/** The product's own statement. */
export const openOwn: OpenBenchQueue = async (db) => ({
  queue: createTableQueue({ db, clock: Date.now }),
  close: async () => {},
});

/** The used part of pg-boss. */
interface Boss {
  start(): Promise<unknown>;
  stop(options: object): Promise<void>;
  on(event: "error", listener: (error: unknown) => void): void;
  createQueue(name: string, options: object): Promise<void>;
  send(name: string, data: object, options: object): Promise<string | null>;
  fetch(name: string, options: object): Promise<readonly { readonly id: string }[]>;
  deleteJob(name: string, id: string, options: object): Promise<unknown>;
  touch(name: string, id: string): Promise<{ readonly affected: number }>;
}
interface Module {
  readonly PgBoss: new (options: object) => Boss;
  readonly fromKysely: (tx: Tx) => object;
}

/** Installs pg-boss into a folder. @returns its module, and the bytes that it takes on the disk */
export async function installPgBoss(
  folder: string,
): Promise<{ readonly module: Module; readonly packages: number }> {
  fs.writeFileSync(path.join(folder, "package.json"), "{}");
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  execFileSync("npm", ["install", ...flags, PG_BOSS], { cwd: folder, stdio: "inherit" });
  const modules = path.join(folder, "node_modules");
  const packages = fs.readdirSync(modules).filter((name) => !name.startsWith(".")).length;
  const entry = path.join(modules, "pg-boss/dist/index.js");
  return { module: (await import(pathToFileURL(entry).href)) as Module, packages };
}

/**
 * pg-boss behind the port. The row in `jobs` stays the record, so a claim also updates it, in the
 * transaction of the fetch.
 * @param isExact whether fetches run one after another, so that limits by account are exact
 */
export const openPgBoss =
  ({ PgBoss, fromKysely }: Module, isExact: boolean): OpenBenchQueue =>
  async (db, url) => {
    const boss = new PgBoss({
      connectionString: url,
      schema: isExact ? "boss_exact" : "boss",
      monitorIntervalSeconds: 2,
      superviseIntervalSeconds: 2,
    });
    boss.on("error", (error) => process.stderr.write(`${String(error)}\n`));
    await boss.start();
    await boss.createQueue(NAME, { heartbeatSeconds: 10, retryLimit: 3 });
    const started = Date.now();
    const queue: JobQueue = {
      add: async (tx, { id, user_id, turn_at, at_once }) => {
        await boss.send(
          NAME,
          {},
          {
            id,
            db: fromKysely(tx),
            // The order of our own statement.
            priority: Math.round((started - turn_at) / 1000),
            group: { id: user_id, tier: String(at_once) },
          },
        );
      },
      remove: async (tx, { id }) => {
        await boss.deleteJob(NAME, id, { db: fromKysely(tx) });
      },
      take: () =>
        db.write(async (tx) => {
          if (isExact) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
          const [found] = await boss.fetch(NAME, {
            db: fromKysely(tx),
            groupConcurrency: { default: 1, tiers: { "1": 1, "2": 2 } },
          });
          if (!found) return null;
          const now = Date.now();
          const { rows } = await sql<Jobs>`
            update jobs set state = 'running', attempt = attempt + 1, started_at = ${now},
              changed_at = ${now} where id = ${found.id} returning *`.execute(tx);
          return rows[0] ?? null;
        }),
      beat: async ({ id }) => (await boss.touch(NAME, id)).affected > 0,
    };
    return { queue, close: () => boss.stop({ graceful: false }) };
  };
