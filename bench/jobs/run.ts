// Measures the queue of jobs: processor time of a job, fairness, and limits by account. See
// README.md beside this file.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { configSchema, siteOf } from "#core/site/config.ts";
import type { DatabaseSettings, Db } from "#server/db/db.ts";
import type { Jobs } from "#server/db/schema/jobs.ts";
import { openDb } from "#server/db/open-db.ts";
import { readSettings } from "#server/deps/settings.ts";
import { findPrograms, startPostgres } from "#server/db/test-postgres.ts";
import { createJob } from "#server/jobs/create-job.ts";
import { finishJob } from "#server/jobs/end-job.ts";
import { createTableQueue } from "#server/jobs/table-queue.ts";
import { openWallet } from "#server/ledger/wallet.ts";
import { createIds } from "#server/ports/clock.ts";
import { markdownOf } from "../page/table.ts";

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
/** Jobs of the account with many, and milliseconds that a job takes. */
const heavy = option("heavy", 1500);
const takes = option("takes", 40);
const SLOTS = 6;
const SMALL_ACCOUNTS = 20;
const SMALL_JOBS = 3;
const RESULT = { ending: "wav", bytes: 1, sha256: "0".repeat(64), seconds: 1 };
const TASK = { call: "run" as const, effect: "volume", values: [], format: "wav16" };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-bench-jobs-"));
const clock = Date.now;
const ids = createIds(clock);
const config = configSchema.parse({
  site: { name: "Fermata", origin: "https://fermata.example", contact: "hello@fermata.example" },
});
const depsOf = (db: Db) => ({
  db,
  settings: readSettings({ SECRET_KEY: "s".repeat(64) }, folder),
  site: siteOf(config),
  clock,
  ids,
  jobQueue: createTableQueue({ db, clock }),
  jobRules: config.jobs,
});
type BenchDeps = ReturnType<typeof depsOf>;

async function addAccount({ db }: BenchDeps): Promise<string> {
  const userId = ids();
  await db.write((tx) => openWallet(tx, userId));
  return userId;
}

const request = (userId: string) =>
  ({ userId, tool: "cleaner", task: TASK, upload: "u", pool: "cpu", seconds: 1, cost: 0 }) as const;

/** Adds many jobs of an account in one transaction, as if there were no limit of open jobs. */
async function addMany({ db, ...deps }: BenchDeps, userId: string, count: number): Promise<void> {
  const first = await db.write((tx) => createJob(tx, { db, ...deps }, request(userId)));
  const usage = await db.read((queries) =>
    queries
      .selectFrom("usages")
      .selectAll()
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow(),
  );
  const rows: Jobs[] = [];
  for (let at = 1; at < count; at++)
    rows.push({
      ...first,
      id: ids(),
      usage_id: ids(),
      turn_at: first.turn_at + at * 60_000,
    });
  await db.write(async (tx) => {
    for (let at = 0; at < rows.length; at += 200) {
      const some = rows.slice(at, at + 200);
      await tx.insertInto("jobs").values(some).execute();
      await tx
        .insertInto("usages")
        .values(some.map(({ usage_id: id }) => ({ ...usage, id })))
        .execute();
    }
  });
}

interface Run {
  /** Milliseconds from the start until each job was taken, by account. */
  readonly waits: ReadonlyMap<string, readonly number[]>;
  /** Milliseconds of processor time of this process for a job. */
  readonly cpu: number;
  /** Largest number of jobs of one account that ran at the same time. */
  readonly maxAtOnce: number;
}

/** Runs jobs in several slots until the accounts have no more. */
async function work(deps: BenchDeps, accounts: ReadonlySet<string>, time: number): Promise<Run> {
  const waits = new Map<string, number[]>();
  const running = new Map<string, number>();
  let maxAtOnce = 0;
  let jobs = 0;
  const started = performance.now();
  const used = process.cpuUsage();
  const left = async (): Promise<boolean> => {
    const row = await deps.db.read((queries) =>
      queries
        .selectFrom("jobs")
        .select("id")
        .where("user_id", "in", [...accounts])
        .where("state", "in", ["queued", "running"])
        .limit(1)
        .executeTakeFirst(),
    );
    return row !== undefined;
  };
  const slot = async (): Promise<void> => {
    for (;;) {
      const job = await deps.jobQueue.take("cpu");
      if (!job) {
        if (!(await left())) return;
        await pause(5);
        continue;
      }
      const { user_id: userId, id, attempt } = job;
      waits.set(userId, [...(waits.get(userId) ?? []), performance.now() - started]);
      running.set(userId, (running.get(userId) ?? 0) + 1);
      maxAtOnce = Math.max(maxAtOnce, running.get(userId)!);
      if (time > 0) await pause(time);
      running.set(userId, running.get(userId)! - 1);
      await finishJob(deps, { userId, id, attempt }, { seconds: 1, result: RESULT });
      jobs++;
      if (accounts.has(userId) && !(await left())) return;
    }
  };
  await Promise.all(Array.from({ length: SLOTS }, slot));
  const { user, system } = process.cpuUsage(used);
  return { waits, cpu: (user + system) / 1000 / jobs, maxAtOnce };
}

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!;
const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

async function measure(engine: string, settings: DatabaseSettings): Promise<string[]> {
  const db = await openDb(settings, () => {});
  const deps = depsOf(db);
  const addSmall = async (): Promise<Set<string>> => {
    const accounts = new Set<string>();
    for (let count = 0; count < SMALL_ACCOUNTS; count++) accounts.add(await addAccount(deps));
    for (let round = 0; round < SMALL_JOBS; round++)
      for (const userId of accounts) await db.write((tx) => createJob(tx, deps, request(userId)));
    return accounts;
  };
  const small = await addSmall();
  const { cpu: idle } = await work(deps, small, 0);
  const alone = await work(deps, await addSmall(), takes);
  await addMany(deps, await addAccount(deps), heavy);
  const accounts = await addSmall();
  const together = await work(deps, accounts, takes);
  await db.close();
  const wait = (run: Run, of: ReadonlySet<string>) =>
    p95([...of].flatMap((userId) => run.waits.get(userId) ?? []));
  const [before, after] = [p95([...alone.waits.values()].flat()), wait(together, accounts)];
  return [
    engine,
    milliseconds(idle),
    milliseconds(before),
    milliseconds(after),
    (after / before).toFixed(2),
    String(together.maxAtOnce),
  ];
}

const rows: string[][] = [];
try {
  const file = path.join(folder, "toolkit.sqlite");
  rows.push(await measure("SQLite", { url: null, file, connections: 1 }));
  const programs = findPrograms();
  if (programs) {
    const server = startPostgres(programs, true);
    rows.push(await measure("PostgreSQL", { url: server.url, file: "", connections: 10 }));
    server.stop();
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
const title = [
  "database",
  "CPU of a job",
  "p95 wait alone",
  `p95 wait beside ${heavy} jobs`,
  "×",
  "most of an account at once",
];
process.stdout.write(`${markdownOf([title, ...rows])}\n`);
