// Measures queues of jobs: processor time of a job, fairness, limits by account, and the time until
// the job of a silent worker is taken again. See README.md beside this file.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseSettings } from "#server/db/db.ts";
import type { Jobs } from "#server/db/schema/jobs.ts";
import { openDb } from "#server/db/open-db.ts";
import { findPrograms, startPostgres } from "#server/db/test-postgres.ts";
import { createJob } from "#server/jobs/create-job.ts";
import { finishJob } from "#server/jobs/end-job.ts";
import { recoverLost } from "#server/jobs/sweep-jobs.ts";
import { markdownOf } from "../page/table.ts";
import { type BenchDeps, addAccount, depsOf, ids, request } from "./deps.ts";
import { type OpenBenchQueue, installPgBoss, openOwn, openPgBoss } from "./queues.ts";
import { cpuOfPostgres } from "./postgres-cpu.ts";

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
const RESULT = { outputs: [] };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-bench-jobs-"));

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
      for (const job of some) await deps.jobQueue.add(tx, job);
    }
  });
}

interface Run {
  /** Milliseconds from the start until each job was taken, by account. */
  readonly waits: ReadonlyMap<string, readonly number[]>;
  /** Milliseconds of processor time of this process for a job. */
  readonly cpu: number;
  /** The same of the processes of PostgreSQL. */
  readonly databaseCpu: number;
  /** Largest number of jobs of one account that ran at the same time. */
  readonly maxAtOnce: number;
}

/** Runs jobs in several slots until the accounts have no more. */
async function work(
  deps: BenchDeps,
  accounts: ReadonlySet<string>,
  { time, url }: { readonly time: number; readonly url: string },
): Promise<Run> {
  const waits = new Map<string, number[]>();
  const running = new Map<string, number>();
  let maxAtOnce = 0;
  let jobs = 0;
  const started = performance.now();
  const used = process.cpuUsage();
  const usedByDatabase = cpuOfPostgres(url);
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
  const databaseCpu = (cpuOfPostgres(url) - usedByDatabase) / jobs;
  return { waits, cpu: (user + system) / 1000 / jobs, databaseCpu, maxAtOnce };
}

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!;
const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

/** Whether a job that is created in a transaction that fails is not queued. */
async function isTransactional(deps: BenchDeps): Promise<boolean> {
  const userId = await addAccount(deps);
  await deps.db
    .write(async (tx) => {
      await createJob(tx, deps, request(userId));
      throw new Error("as intended");
    })
    .catch(() => {});
  return (await deps.jobQueue.take("cpu")) === null;
}

/** Milliseconds until the job of a worker that falls silent is taken again. */
async function measureSilence(deps: BenchDeps): Promise<number> {
  const userId = await addAccount(deps);
  await deps.db.write((tx) => createJob(tx, deps, request(userId)));
  const first = (await deps.jobQueue.take("cpu"))!;
  const started = performance.now();
  for (;;) {
    await pause(500);
    await recoverLost(deps);
    const again = await deps.jobQueue.take("cpu");
    if (again?.id === first.id) return performance.now() - started;
  }
}

async function measure(
  name: string,
  settings: DatabaseSettings,
  open: OpenBenchQueue,
): Promise<string[]> {
  const db = await openDb(settings, () => {});
  const url = settings.url ?? "";
  const { queue, close } = await open(db, url);
  const deps = depsOf(db, queue, folder);
  const addSmall = async (): Promise<Set<string>> => {
    const accounts = new Set<string>();
    for (let count = 0; count < SMALL_ACCOUNTS; count++) accounts.add(await addAccount(deps));
    for (let round = 0; round < SMALL_JOBS; round++)
      for (const userId of accounts) await db.write((tx) => createJob(tx, deps, request(userId)));
    return accounts;
  };
  const small = await addSmall();
  const empty = await work(deps, small, { time: 0, url });
  const alone = await work(deps, await addSmall(), { time: takes, url });
  await addMany(deps, await addAccount(deps), heavy);
  const accounts = await addSmall();
  const together = await work(deps, accounts, { time: takes, url });
  const wait = (run: Run, of: ReadonlySet<string>) =>
    p95([...of].flatMap((userId) => run.waits.get(userId) ?? []));
  const [before, after] = [p95([...alone.waits.values()].flat()), wait(together, accounts)];
  await db.write((tx) => tx.deleteFrom("jobs").where("state", "=", "queued").execute());
  await close();
  const fresh = await open(db, url);
  const again = { ...deps, jobQueue: fresh.queue };
  while (await fresh.queue.take("cpu"));
  const inOne = await isTransactional(again);
  const silence = await measureSilence(again);
  await fresh.close();
  await db.close();
  return [
    name,
    milliseconds(empty.cpu),
    url === "" ? "" : milliseconds(empty.databaseCpu),
    milliseconds(before),
    milliseconds(after),
    (after / before).toFixed(2),
    String(together.maxAtOnce),
    inOne ? "yes" : "no",
    milliseconds(silence),
  ];
}

const rows: string[][] = [];
try {
  const file = path.join(folder, "toolkit.sqlite");
  rows.push(await measure("SQLite", { url: null, file, connections: 1 }, openOwn));
  const programs = findPrograms();
  if (programs) {
    const queues: [name: string, open: OpenBenchQueue][] = [["PostgreSQL", openOwn]];
    if (process.argv.includes("--pg-boss")) {
      const { module, packages } = await installPgBoss(folder);
      process.stdout.write(`pg-boss: ${packages} packages\n`);
      queues.push(["pg-boss", openPgBoss(module, false)]);
      queues.push(["pg-boss, fetches under a lock", openPgBoss(module, true)]);
    }
    for (const [name, open] of queues) {
      const server = startPostgres(programs, true);
      try {
        rows.push(await measure(name, { url: server.url, file: "", connections: 10 }, open));
      } finally {
        server.stop();
      }
    }
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
const title = [
  "queue",
  "CPU of a job",
  "CPU of PostgreSQL",
  "p95 wait alone",
  `p95 wait beside ${heavy} jobs`,
  "×",
  "most of an account at once",
  "created in our transaction",
  "taken again after silence",
];
process.stdout.write(`${markdownOf([title, ...rows])}\n`);
