// Runs a proxy, servers, workers, PostgreSQL and an S3-compatible store as processes, and restarts
// all servers and workers one after another while requests and jobs arrive. See README.md.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createJob } from "#core/api/jobs/create-job.ts";
import { listJobs } from "#core/api/jobs/list-jobs.ts";
import { findPrograms, startPostgres } from "#server/db/test-postgres.ts";
import { auditLedger } from "#server/ledger/audit.ts";
import { parseS3 } from "#server/objects/s3-location.ts";
import { createS3Store } from "#server/objects/s3-store.ts";
import { addUpload } from "#server/testing/add-upload.ts";
import { addJobAccount, TEST_TASK } from "#server/testing/job-bench.ts";
import { type ServerProcess, startProcess } from "#server/testing/test-process.ts";
import { createTestServer } from "#server/testing/test-server.ts";
import { markdownOf } from "../page/table.ts";
import {
  type WorkerProcess,
  startProxy,
  startS3,
  startWorkerProcess,
  untilReady,
} from "./processes.ts";

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const [apiCount, workerCount, jobCount] = [
  option("apis", 3),
  option("workers", 3),
  option("jobs", 60),
];
const FIRST_PORT = option("port", 18_800);
const CONFIG = `export default {
  site: { name: "Fermata", origin: "https://fermata.example", contact: "hello@fermata.example" },
  jobs: { enabled: true },
};\n`;

/** A second of a tone: WAV, 8 kHz, mono. */
function tone(): Buffer {
  const wav = Buffer.alloc(44 + 16_000);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8);
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 16_000],
    [40, 16_000],
  ] as const)
    wav.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    wav.writeUInt16LE(value, at);
  wav.write("data", 36);
  for (let at = 44; at < wav.length; at += 2)
    wav.writeInt16LE(Math.round(8000 * Math.sin(at / 4)), at);
  return wav;
}

const programs = findPrograms();
if (programs === undefined) throw new Error("The run needs PostgreSQL's programs.");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-fleet-"));
fs.writeFileSync(path.join(folder, "toolkit.config.ts"), CONFIG);
const postgres = startPostgres(programs);
const database = { url: postgres.url, file: "", connections: 4 };
const s3 = await startS3(folder);
const env = { OBJECT_STORE: s3.address, DRAIN_SECONDS: "3", DATABASE_CONNECTIONS: "6" };
const objects = createS3Store(parseS3(s3.address), { fetch, clock: Date.now });
const server = await createTestServer(database, { objects, start: Date.now() });

const ports = Array.from({ length: apiCount }, (_, at) => FIRST_PORT + 1 + at);
const startApi = (port: number): Promise<ServerProcess> =>
  startProcess(database, { ...env, PORT: String(port) });
const startWorker = (): WorkerProcess => startWorkerProcess(folder, database, env);
const apis = await Promise.all(ports.map(startApi));
const workers = Array.from({ length: workerCount }, startWorker);
const proxy = await startProxy(folder, FIRST_PORT, ports);
if (proxy === null) throw new Error("The run needs Caddy, the proxy of docs/operations.md.");

const accounts = await Promise.all(
  Array.from({ length: 6 }, () => addJobAccount(server, 1000, true)),
);
const failures: string[] = [];
let requests = 0;
async function send(
  { method, path: at }: { readonly method: string; readonly path: string },
  token: string,
  body?: object,
  key?: string,
): Promise<void> {
  requests++;
  try {
    const response = await fetch(`http://127.0.0.1:${FIRST_PORT}${at}`, {
      method,
      headers: {
        authorization: token,
        ...(body && { "content-type": "application/json" }),
        ...(key !== undefined && { "idempotency-key": key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) failures.push(`${response.status} ${at} ${await response.text()}`);
    else await response.arrayBuffer();
  } catch (error) {
    failures.push(`${at} ${String(error)}`);
  }
}

let isOver = false;
const started = performance.now();
async function create(): Promise<void> {
  for (let at = 0; at < jobCount; at++) {
    const { userId, token } = accounts[at % accounts.length]!;
    const upload = await addUpload(server.deps, userId, tone());
    const request = { tool: "cleaner", seconds: 1, upload, task: TEST_TASK };
    await send(createJob, token, request, `create-${at}`);
    await pause(100);
  }
}
async function read(token: string): Promise<void> {
  while (!isOver) {
    await send(listJobs, token);
    await pause(50);
  }
}
async function restartAll(): Promise<void> {
  for (const [at, api] of apis.entries()) {
    await api.close();
    apis[at] = await startApi(ports[at]!);
    await untilReady(ports[at]!);
    // The proxy notices within its interval.
    await pause(2500);
  }
  for (const [at, worker] of workers.entries()) {
    await worker.close();
    workers[at] = startWorker();
  }
}
const openJobs = (): Promise<number> =>
  server.deps.db.read(async (queries) => {
    const { count } = await queries
      .selectFrom("jobs")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("state", "in", ["queued", "running"])
      .executeTakeFirstOrThrow();
    return Number(count);
  });

const reading = accounts.slice(0, 3).map(({ token }) => read(token));
await Promise.all([create(), restartAll()]);
while ((await openJobs()) > 0) await pause(500);
isOver = true;
await Promise.all(reading);
const seconds = (performance.now() - started) / 1000;

const rows = await server.deps.db.read((queries) =>
  queries.selectFrom("jobs").select(["state", "attempt"]).execute(),
);
const faults = await server.deps.db.read(auditLedger);
const done = rows.filter(({ state }) => state === "done").length;
const attempts = rows.reduce((sum, { attempt }) => sum + attempt, 0);
process.stdout.write(
  `${markdownOf([
    ["servers", "workers", "requests", "failed", "jobs", "done", "attempts", "faults", "seconds"],
    [
      apiCount,
      workerCount,
      requests,
      failures.length,
      jobCount,
      done,
      attempts,
      faults.length,
      Math.round(seconds),
    ].map(String),
  ])}\n`,
);
for (const failure of failures.slice(0, 10)) process.stderr.write(`${failure}\n`);
for (const each of [proxy, ...apis, ...workers]) await each.close();
await server.close();
await s3.close();
postgres.stop();
fs.rmSync(folder, { recursive: true, force: true });
process.exit(failures.length === 0 && done === jobCount && faults.length === 0 ? 0 : 1);
