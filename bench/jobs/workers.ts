// Measures how much more jobs three workers end than one, if jobs only sleep. See README.md beside
// this file.
import { fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDb } from "#server/db/open-db.ts";
import { findPrograms, startPostgres } from "#server/db/test-postgres.ts";
import { createJob } from "#server/jobs/create-job.ts";
import { finishJob } from "#server/jobs/end-job.ts";
import { createTableQueue } from "#server/jobs/table-queue.ts";
import { addAccount, clock, depsOf, request } from "./deps.ts";

const JOBS = 30;
/** Milliseconds that a job takes. */
const TAKES = 500;

const open = async (url: string) => {
  const db = await openDb({ url, file: "", connections: 2 }, () => {});
  return depsOf(db, createTableQueue({ db, clock }), os.tmpdir());
};

/** A worker with one slot, which ends when there is no job. */
async function work(url: string): Promise<void> {
  const deps = await open(url);
  process.send!("ready");
  await once(process, "message");
  for (;;) {
    const job = await deps.jobQueue.take("cpu");
    if (!job) break;
    await pause(TAKES);
    const { user_id: userId, id, attempt } = job;
    await finishJob(deps, { userId, id, attempt }, { seconds: 1, result: { outputs: [] } });
  }
  await deps.db.close();
  process.disconnect();
}

/** @returns jobs a second */
async function measure(url: string, workers: number): Promise<number> {
  const deps = await open(url);
  for (let count = 0; count < JOBS; count++) {
    const userId = await addAccount(deps);
    await deps.db.write((tx) => createJob(tx, deps, request(userId)));
  }
  await deps.db.close();
  const children = Array.from({ length: workers }, () =>
    fork(fileURLToPath(import.meta.url), ["--worker", url]),
  );
  await Promise.all(children.map((child) => once(child, "message")));
  const started = performance.now();
  const ends = children.map((child) => once(child, "disconnect"));
  for (const child of children) child.send("go");
  await Promise.all(ends);
  return (1000 * JOBS) / (performance.now() - started);
}

const [mode, url] = process.argv.slice(2);
if (mode === "--worker") await work(url!);
else {
  const server = startPostgres(findPrograms()!, true);
  try {
    const [one, three] = [await measure(server.url, 1), await measure(server.url, 3)];
    process.stdout.write(
      `one worker ${one.toFixed(2)} jobs/s, three ${three.toFixed(2)}: ${(three / one).toFixed(2)} ×\n`,
    );
  } finally {
    server.stop();
  }
}
