import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { cancelJob } from "#core/api/jobs/cancel-job.ts";
import { createJob } from "#core/api/jobs/create-job.ts";
import type { StoredResult } from "#server/jobs/job-files.ts";
import { createSeededRandom } from "#core/random.ts";
import { DatabaseUnavailable } from "#server/db/db.ts";
import { findPrograms, startPostgres } from "#server/db/test-postgres.ts";
import { auditLedger } from "#server/ledger/audit.ts";
import { readBalance } from "#server/ledger/balance.ts";
import { createFolderStore } from "#server/objects/folder-store.ts";
import { sweepFiles } from "#server/files/sweep-files.ts";
import { addUpload } from "#server/testing/add-upload.ts";
import { type JobAccount, addJobAccount, TEST_TASK } from "#server/testing/job-bench.ts";
import { type ServerProcess, startProcess } from "#server/testing/test-process.ts";
import { createTestServer } from "#server/testing/test-server.ts";
import { wavOf } from "#tests/e2e/sounds.ts";
import { isLong, only } from "#tests/left-out.ts";
import { HOME } from "../files/home.ts";

const JOBS = Number(process.env["TOOLKIT_CHAOS_JOBS"] ?? 300);
/** Of the order of kills; the timing differs in each run. */
const SEED = Number(process.env["TOOLKIT_CHAOS_SEED"] ?? 20_261_129);
const ACCOUNTS = 12;
const CREDITS = 1000;
const SONG = wavOf({ seconds: 1, rate: 8000 }, (time) => 0.2 * Math.sin(2 * Math.PI * 440 * time));
const CONFIG = `export default {
  site: { name: "Fermata", origin: "https://fermata.example", contact: "hello@fermata.example" },
  jobs: { enabled: true },
};\n`;

interface WorkerProcess {
  readonly kill: () => Promise<void>;
}

describe("jobs while processes are killed", () => {
  const programs = findPrograms();
  const stops: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  it(
    `JOB-3 each of ${JOBS} jobs ends once, done or refunded, while a process is killed every three seconds, and once the database crashes and the store is gone`,
    {
      ...only(isLong && programs !== undefined, "in the long run, on PostgreSQL"),
      timeout: 7_200_000,
    },
    async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "chaos-"));
      fs.writeFileSync(path.join(folder, "toolkit.config.ts"), CONFIG);
      stops.push(async () => fs.rmSync(folder, { recursive: true, force: true }));
      const objects = createFolderStore(path.join(folder, "objects"));
      // Durable, because it crashes.
      const postgres = startPostgres(programs!, true);
      stops.push(async () => postgres.stop());
      const database = { url: postgres.url, file: "", connections: 5 };
      const server = await createTestServer(database, { objects, start: Date.now() });
      stops.push(() => server.close());
      const env = { OBJECT_STORE: `folder:${path.join(folder, "objects")}` };
      const random = createSeededRandom(SEED);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

      const apis: ServerProcess[] = [];
      const workers: WorkerProcess[] = [];
      const startApi = (): Promise<ServerProcess> => startProcess(database, env);
      const startWorker = (): WorkerProcess => {
        const child: ChildProcess = spawn(
          process.execPath,
          [path.join(HOME, "bin/toolkit.mjs"), "--root", folder, "worker", "--jobs", "2"],
          {
            stdio: ["ignore", "ignore", "pipe"],
            env: {
              ...process.env,
              ...env,
              DATABASE_URL: database.url!,
              SECRET_KEY: "s".repeat(64),
              PUBLIC_URL: "http://api.example",
            },
          },
        );
        const lines = createInterface({ input: child.stderr! });
        lines.on(
          "line",
          (line) =>
            /"level":"error"|job_process_failed/.test(line) && process.stderr.write(`${line}\n`),
        );
        return {
          kill: async () => {
            const exit = once(child, "exit");
            child.kill("SIGKILL");
            await exit;
          },
        };
      };
      for (let count = 0; count < 3; count++) {
        apis.push(await startApi());
        workers.push(startWorker());
      }
      stops.push(async () => {
        for (const process_ of [...apis, ...workers]) await process_.kill();
      });

      const accounts: JobAccount[] = [];
      for (let count = 0; count < ACCOUNTS; count++)
        accounts.push(await addJobAccount(server, CREDITS, count % 3 === 0));
      /** Sends a request to any API until one answers. */
      const send = async (
        { path: at }: { readonly path: string },
        request: object,
        options: { readonly token: string; readonly key: string },
      ) => {
        for (;;) {
          const { port } = pick(apis);
          try {
            const response = await fetch(`http://127.0.0.1:${port}${at}`, {
              method: "POST",
              headers: {
                host: "api.example",
                "content-type": "application/json",
                authorization: options.token,
                "idempotency-key": options.key,
              },
              body: JSON.stringify(request),
            });
            if (response.status < 500 && response.status !== 409)
              return (await response.json()) as { data: { job: { id: string } } };
          } catch {
            // The process was killed.
          }
          await pause(200);
        }
      };

      /** Repeats work of the test itself while the database or the store is gone. */
      const whenUp = async <T>(work: () => Promise<T>): Promise<T> => {
        for (;;)
          try {
            return await work();
          } catch (error) {
            const isRemoved = (error as NodeJS.ErrnoException).code === "ENOTDIR";
            if (!isRemoved && !(error instanceof DatabaseUnavailable)) throw error;
            await pause(200);
          }
      };
      /** Makes every access to the store fail for a while. */
      const loseStore = async (): Promise<void> => {
        const at = path.join(folder, "objects");
        fs.renameSync(at, `${at}-away`);
        fs.writeFileSync(at, "");
        await pause(4000);
        fs.rmSync(at);
        fs.renameSync(`${at}-away`, at);
      };
      let isOver = false;
      let kills = 0;
      const killing = (async () => {
        while (!isOver) {
          await pause(3000);
          if (kills === 3) postgres.crash();
          if (kills === 5) await loseStore();
          const at = Math.floor(random() * 6);
          kills++;
          if (at < 3) {
            await apis[at]!.kill();
            apis[at] = await startApi();
          } else {
            await workers[at - 3]!.kill();
            workers[at - 3] = startWorker();
          }
        }
      })();
      const creating = Array.from({ length: JOBS }, (_, at) => at);
      const create = async (): Promise<void> => {
        for (let at = creating.pop(); at !== undefined; at = creating.pop()) {
          const { userId, token } = accounts[at % ACCOUNTS]!;
          const upload = await whenUp(() => addUpload(server.deps, userId, SONG));
          const request = { tool: "cleaner", seconds: 1, upload, task: TEST_TASK };
          const { data } = await send(createJob, request, { token, key: `create-${at}` });
          if (at % 10 === 0)
            await send(cancelJob, { id: data.job.id }, { token, key: `end-${at}` });
        }
      };
      await Promise.all([create(), create(), create()]);
      const { db } = server.deps;
      const countOpen = () =>
        db.read(async (queries) => {
          const { count } = await queries
            .selectFrom("jobs")
            .select(({ fn }) => fn.countAll<number>().as("count"))
            .where("state", "in", ["queued", "running"])
            .executeTakeFirstOrThrow();
          return Number(count);
        });
      while ((await whenUp(countOpen)) > 0) await pause(1000);
      isOver = true;
      await killing;

      const jobs = await db.read((queries) => queries.selectFrom("jobs").selectAll().execute());
      expect(jobs).toHaveLength(JOBS);
      const usages = await db.read((queries) => queries.selectFrom("usages").selectAll().execute());
      expect(usages).toHaveLength(JOBS);
      const byId = new Map(usages.map((usage) => [usage.id, usage]));
      for (const { state, usage_id: usage, fault } of jobs)
        expect([state, fault, byId.get(usage)!.state]).toEqual([
          state,
          fault,
          state === "done" ? "settled" : "refunded",
        ]);
      for (const { userId } of accounts) {
        const done = jobs.filter((job) => job.user_id === userId && job.state === "done");
        const { buy_credits: left } = await db.read((queries) =>
          readBalance(queries, userId, Date.now()),
        );
        expect(left).toBe(CREDITS - done.length);
      }
      expect(await db.read(auditLedger)).toEqual([]);
      // What is to be erased is erased.
      server.advance(12 * 3_600_000);
      await db.write((tx) => tx.deleteFrom("leases").where("name", "=", "stray-objects").execute());
      await sweepFiles(server.deps, async () => true);
      const stored: string[] = [];
      for await (const key of objects.list("files")) stored.push(key);
      const parts = await db.read((queries) =>
        queries.selectFrom("job_file_parts").selectAll().execute(),
      );
      // No object without a row, and no row without an object.
      expect(stored.sort()).toEqual(
        parts.map((part) => `files/${part.file_id}/${part.name}`).sort(),
      );
      const files = await db.read((queries) =>
        queries.selectFrom("job_files").selectAll().execute(),
      );
      expect(new Set(parts.map((part) => part.file_id))).toEqual(
        new Set(files.filter(({ bytes }) => bytes > 0).map(({ id }) => id)),
      );
      const done = jobs.filter(({ state }) => state === "done");
      // Nothing else makes a job fail here, and a job is tried several times.
      const faults = jobs.flatMap(({ state, fault }) => (state === "failed" ? [fault] : []));
      for (const fault of faults) expect(["worker_lost", "store_unavailable"]).toContain(fault);
      expect(done.length).toBeGreaterThan(JOBS / 2);
      const outputs = done.flatMap(({ result }) => (JSON.parse(result!) as StoredResult).outputs);
      const results = files.filter(({ job_id: job }) => job !== null);
      expect(new Map(results.map((file) => [file.id, file.bytes]))).toEqual(
        new Map(outputs.map(({ file, bytes }) => [file, bytes])),
      );
      expect(results).toHaveLength(outputs.length);
      const states = Map.groupBy(jobs, ({ state, fault }) => `${state} ${fault ?? ""}`.trim());
      const counts = Array.from(states, ([state, list]) => `${list.length} ${state}`);
      const attempts = jobs.reduce((sum, { attempt }) => sum + attempt, 0);
      process.stdout.write(`${kills} kills, ${attempts} attempts: ${counts.join(", ")}\n`);
    },
  );
});
