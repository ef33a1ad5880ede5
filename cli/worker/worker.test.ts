import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ServerTask, type TaskOf, FACTS } from "#core/jobs/server-task.ts";
import { configSchema } from "#core/site/config.ts";
import type { Jobs } from "#server/db/schema/jobs.ts";
import { eraseFiles } from "#server/files/erase-files.ts";
import { auditLedger } from "#server/ledger/audit.ts";
import { readBalance } from "#server/ledger/balance.ts";
import { createMemoryStore } from "#server/objects/memory-store.ts";
import { MAX_FAILURES, cancelJob } from "#server/jobs/end-job.ts";
import { type StoredResult, openOutput } from "#server/jobs/job-files.ts";
import { type Worker, startWorker } from "#server/jobs/start-worker.ts";
import { type JobAccount, addJob, addJobAccount } from "#server/testing/job-bench.ts";
import { type TestServer, createTestServer } from "#server/testing/test-server.ts";
import { makeBadFiles } from "#tests/bad-files/cases.ts";
import { wavOf } from "#tests/e2e/sounds.ts";
import { inLongRun } from "#tests/left-out.ts";
import { HOME } from "../files/home.ts";
import { createFindJobModel } from "./job-models.ts";
import { createProcessRunner } from "./run-in-process.ts";
import { runServerTask } from "./run-server-task.ts";

const SONG = wavOf(
  { seconds: 2, rate: 22_050 },
  (time) => 0.2 * Math.sin(2 * Math.PI * 440 * time),
);
const LOUDER: ServerTask = {
  call: "run",
  effect: "volume",
  values: [{ name: "gain", value: "3" }],
  format: "flac",
};

const SPLIT: TaskOf<"separate"> = {
  call: "separate",
  preset: "vocals",
  stems: [{ stem: "vocals", parts: ["vocals"] }],
  format: "flac",
};
const CONFIG = configSchema.parse({
  site: { name: "Fermata", origin: "https://fermata.example", contact: "hello@fermata.example" },
});

describe("a worker", () => {
  let folder: string;
  /** A site outside of the program's folder. */
  let site: string;
  let server: TestServer;
  let user: JobAccount;
  let worker: Worker | null = null;
  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "worker-test-"));
    site = path.join(folder, "site");
    fs.mkdirSync(site);
    fs.writeFileSync(path.join(site, "toolkit.config.ts"), "export default {};\n");
    const database = { url: null, file: path.join(folder, "toolkit.sqlite"), connections: 1 };
    server = await createTestServer(database, { objects: createMemoryStore() });
    user = await addJobAccount(server, 50);
  });
  afterEach(async () => {
    await worker?.close(0);
    worker = null;
    const faults = await server.deps.db.read(auditLedger);
    await server.close();
    fs.rmSync(folder, { recursive: true });
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });

  /** Starts a worker. */
  const start = (limits: { memory?: number; time?: number } = {}, slots = 1): void => {
    const { deps } = server;
    const { memory = 1500, time = 60_000 } = limits;
    const folders = { root: site, home: HOME };
    const findModel = createFindJobModel({ ...folders, config: CONFIG });
    const run = createProcessRunner({ ...folders, memory, time, findModel, log: deps.log });
    worker = startWorker(deps, { pool: "cpu", slots, run });
  };
  const read = ({ id }: Pick<Jobs, "id">): Promise<Jobs> =>
    server.deps.db.read((queries) =>
      queries.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
  const hasEnded = async (job: Jobs): Promise<Jobs> => {
    for (;;) {
      const row = await read(job);
      if (row.ended_at !== null) return row;
      await pause(50);
    }
  };
  const add = async (
    bytes: Uint8Array | null,
    { task = LOUDER, seconds = 2 }: { task?: ServerTask; seconds?: number } = {},
  ): Promise<Jobs> => {
    if (bytes) return await addJob(server, user, { seconds, task, bytes });
    const job = await addJob(server, user, { seconds, task });
    const { userId } = user;
    const { deps } = server;
    await deps.db.write((tx) => eraseFiles(tx, deps, { userId, id: job.upload }, "requested"));
    return job;
  };
  const credits = async (): Promise<number> =>
    (await server.deps.db.read((queries) => readBalance(queries, user.userId, 0))).buy_credits;

  /** The files that a job has made, by name. */
  async function readOutputs(job: Jobs): Promise<Map<string, Buffer>> {
    const { outputs } = JSON.parse(job.result!) as StoredResult;
    const files = new Map<string, Buffer>();
    for (const output of outputs) {
      const bytes = await buffer((await openOutput(server.deps, job, output))!);
      expect(output).toMatchObject({
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      });
      files.set(output.name, bytes);
    }
    return files;
  }

  it("JOB-2 CLI-16 runs a job in a process of its own, and stores each file that the task writes", async () => {
    const job = await add(SONG, { task: SPLIT });
    start();
    const done = await hasEnded(job);
    expect(done).toMatchObject({ state: "done", milliseconds_found: 2000, progress: 1000 });
    const made = await readOutputs(done);
    expect([...made.keys()]).toEqual(["vocals", FACTS]);
    const [input, outputs] = [
      path.join(folder, "song"),
      [path.join(folder, "a"), path.join(folder, "b")],
    ];
    fs.writeFileSync(input, SONG);
    const request = { task: SPLIT, inputs: [input], outputs, seconds: 2, root: HOME, home: HOME };
    await runServerTask({ ...request, model: null }, () => {});
    expect(
      [...made.values()].map((bytes, at) => bytes.equals(fs.readFileSync(outputs[at]!))),
    ).toEqual([true, true]);
    expect(await credits()).toBe(49);
  });

  it("JOB-3 each job that cannot succeed ends as its fault and is refunded; the worker goes on", async () => {
    const long = wavOf({ seconds: 9, rate: 8000 }, () => 0.1);
    const cases: readonly [fault: string, job: Jobs][] = [
      ["input_missing", await add(null)],
      ["longer_than_paid", await add(long, { seconds: 1 })],
      ["file.foreign", await add(Buffer.from("This is a text, and not a sound."))],
      ["EFFECT_UNKNOWN", await add(SONG, { task: { ...LOUDER, effect: "no-such-effect" } })],
      ["model_refused", await add(SONG, { task: { ...SPLIT, model: "htdemucs" } })],
      ["model_missing", await add(SONG, { task: { call: "transcribe" } })],
    ];
    const good = await add(SONG);
    start();
    for (const [fault, job] of cases) {
      const row = await hasEnded(job);
      expect([fault, row.state, row.fault]).toEqual([fault, "failed", fault]);
    }
    expect((await hasEnded(good)).state).toBe("done");
    expect(await credits()).toBe(49);
  });

  it("JOB-3 the process of a job has no environment, reads no other files, and starts no program", async () => {
    const effects = path.join(site, "audio/effects");
    fs.mkdirSync(effects, { recursive: true });
    const secret = path.join(folder, "secret");
    fs.writeFileSync(secret, "a secret");
    fs.writeFileSync(
      path.join(effects, "spy.ts"),
      `import { execFileSync } from "node:child_process";
      import fs from "node:fs";
      const codeOf = (work) => {
        try {
          return String(work());
        } catch ({ code }) {
          return code;
        }
      };
      const found = [
        Object.keys(process.env).filter((name) => /SECRET|DATABASE|HOME|PATH/.test(name)).length,
        codeOf(() => fs.readFileSync(${JSON.stringify(secret)}, "utf8")),
        codeOf(() => fs.writeFileSync(${JSON.stringify(path.join(folder, "made"))}, "")),
        codeOf(() => execFileSync("true")),
      ];
      throw new Error(found.join(" "));`,
    );
    const job = await add(SONG, { task: { ...LOUDER, effect: "spy" } });
    start();
    await expect
      .poll(async () => (await read(job)).fault, { timeout: 60_000, interval: 200 })
      .toBe("crashed");
    const denied = "ERR_ACCESS_DENIED";
    expect(server.logs.filter(({ event }) => event === "job_process_failed")).toMatchObject([
      { values: { detail: `Error: 0 ${denied} ${denied} ${denied}` } },
    ]);
  });

  it("JOB-3 a job that kills its process each time ends as failed and refunded, and the worker goes on", async () => {
    const effects = path.join(site, "audio/effects");
    fs.mkdirSync(effects, { recursive: true });
    // As the system does when memory runs out.
    fs.writeFileSync(
      path.join(effects, "killer.ts"),
      'process.kill(process.pid, "SIGKILL");\nawait new Promise(() => {});\n',
    );
    const killer = await add(SONG, { task: { ...LOUDER, effect: "killer" } });
    start();
    for (let failures = 1; failures < MAX_FAILURES; failures++) {
      await expect
        .poll(async () => await read(killer), { timeout: 60_000, interval: 50 })
        .toMatchObject({ failures, state: "queued" });
      // The pause before the next attempt is over.
      await server.deps.db.write((tx) =>
        tx.updateTable("jobs").set({ due_at: 0 }).where("id", "=", killer.id).execute(),
      );
    }
    const dead = await hasEnded(killer);
    expect(dead).toMatchObject({ state: "failed", fault: "crashed", failures: MAX_FAILURES });
    expect(dead.attempt).toBe(MAX_FAILURES);
    const failed = server.logs.filter(({ event }) => event === "job_process_failed");
    expect(failed.map(({ values }) => values)).toEqual(
      Array.from({ length: MAX_FAILURES }, () => ({ exit: "SIGKILL", detail: "" })),
    );
    expect(await credits()).toBe(50);
    const good = await add(SONG);
    expect((await hasEnded(good)).state).toBe("done");
    // No worker has taken the dead letter again.
    expect((await read(killer)).attempt).toBe(MAX_FAILURES);
  });

  it("JOB-3 a job that takes too much time or memory is ended and refunded", async () => {
    const slow = await add(SONG);
    start({ time: 1 });
    expect(await hasEnded(slow)).toMatchObject({ fault: "out_of_time" });
    await worker!.close(0);
    const big = await add(SONG);
    start({ memory: 20 });
    expect(await hasEnded(big)).toMatchObject({ fault: "out_of_memory" });
    expect(await credits()).toBe(50);
  });

  it("JOB-3 a shutdown returns a job that does not end in time", async () => {
    const job = await add(SONG);
    start();
    await expect.poll(async () => (await read(job)).state).toBe("running");
    await worker!.close(0);
    expect(await read(job)).toMatchObject({ state: "queued", failures: 0 });
    start();
    expect((await hasEnded(job)).state).toBe("done");
  });

  it("JOB-3 canceling a job ends its process", async () => {
    const long = wavOf({ seconds: 60, rate: 44_100 }, (time) => 0.1 * Math.sin(time));
    const job = await add(long, {
      seconds: 60,
      task: { ...LOUDER, effect: "denoise", values: [] },
    });
    const next = await add(SONG);
    start();
    await expect.poll(async () => (await read(job)).state).toBe("running");
    await server.deps.db.write((tx) =>
      cancelJob(tx, server.deps, { userId: user.userId, id: job.id }),
    );
    expect((await hasEnded(next)).state).toBe("done");
    expect(await read(job)).toMatchObject({ state: "canceled", result: null });
    expect(await credits()).toBe(49);
  });

  it(
    "JOB-3 TLS-4 each of more than 200 bad files ends as its own fault or as a result, and the worker lives",
    { ...inLongRun, timeout: 3_600_000 },
    async () => {
      const bad = await makeBadFiles();
      user = await addJobAccount(server, bad.length + 1, true);
      // A stalled machine is no fault of a file.
      start({ time: 600_000 }, 2);
      const wrong: string[] = [];
      let done = 0;
      const check = async ({ name, bytes, expected }: (typeof bad)[number]): Promise<void> => {
        const row = await hasEnded(await add(bytes, { seconds: 86_400 }));
        if (row.state === "done") done += 1;
        const isRight =
          row.state === "done"
            ? expected.includes("fine")
            : // There is no AAC decoder in Node.
              ["codec", ...expected].some((one) => row.fault === `file.${one}`);
        if (!isRight) wrong.push(`${name}: ${row.fault}, not ${expected.join(" or ")}`);
      };
      for (let at = 0; at < bad.length; at += 8)
        await Promise.all(bad.slice(at, at + 8).map(check));
      expect(wrong).toEqual([]);
      expect(bad.length).toBeGreaterThanOrEqual(200);
      expect((await hasEnded(await add(SONG))).state).toBe("done");
      expect(await credits()).toBe(bad.length - done);
      expect(server.logs.filter(({ level }) => level === "error")).toEqual([]);
    },
  );
});
