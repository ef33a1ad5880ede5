import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ServerTask, type TaskOf, FACTS, outputNames } from "#core/jobs/server-task.ts";
import { parseJobFacts } from "#core/jobs/job-facts.ts";
import { type Config, configSchema } from "#core/site/config.ts";
import type { Jobs } from "#server/db/schema/jobs.ts";
import type { TaskOutcome } from "#server/jobs/run-attempt.ts";
import { startWorker } from "#server/jobs/start-worker.ts";
import { auditLedger } from "#server/ledger/audit.ts";
import { readBalance } from "#server/ledger/balance.ts";
import { createMemoryStore } from "#server/objects/memory-store.ts";
import { addJob, addJobAccount } from "#server/testing/job-bench.ts";
import { createTestServer } from "#server/testing/test-server.ts";
import { wavOf } from "#tests/e2e/sounds.ts";
import { type FakeInference, openFakeInference } from "#tests/fake-inference/fake-inference.ts";
import { writeModelSite } from "#tests/fake-inference/model-site.ts";
import { servedModel } from "#tests/fake-inference/served-model.ts";
import { MDX_SIGNATURE } from "#tests/fake-inference/signatures.ts";
import { MDX_FORM, mdxGraph } from "#tests/nets/mdx-graph.ts";
import { HOME } from "../../files/home.ts";
import { createEndpointPool } from "../../inference/endpoint-pool.ts";
import { createMetrics } from "#server/deps/metrics.ts";
import { createInferenceEndpoint } from "../../inference/inference-endpoint.ts";
import { type Inference, openInference } from "../../inference/open-inference.ts";
import { createFindJobModel } from "../job-models.ts";
import { createProcessRunner } from "../run-in-process.ts";

const GRAPH = mdxGraph(MDX_FORM, [0.5, 0.25, 0.75, 1]);
const TASK: TaskOf<"separate"> = {
  call: "separate",
  preset: "vocals",
  stems: [
    { stem: "vocals", parts: ["vocals"] },
    { stem: "other", parts: ["other"] },
  ],
  format: "wav16",
  model: "net",
};
const SITE = { name: "S", origin: "https://s.example", contact: "a@s.example" };

let root: string;
let good: FakeInference;
let bad: FakeInference;
let config: Config;
let inference: Inference;
const metrics = createMetrics();
const events: string[] = [];
const log = (_: string, event: string): void => void events.push(event);
const stopping = new AbortController();

beforeAll(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "worker-inference-"));
  const graphs = { graph: { graph: GRAPH, signature: MDX_SIGNATURE } };
  writeModelSite(root, [{ id: "net", form: MDX_FORM, graphs }]);
  const served = { net: servedModel(GRAPH, MDX_SIGNATURE) };
  [good, bad] = [await openFakeInference(served), await openFakeInference(served)];
  config = configSchema.parse({
    site: SITE,
    jobs: {
      inference: [
        { url: bad.url, models: ["net"], weight: 9, tokenVariable: "BAD_TOKEN" },
        { url: good.url, models: ["net"] },
      ],
    },
  });
  const env = { BAD_TOKEN: "s3cret" };
  inference = await openInference({
    root,
    home: HOME,
    config,
    env,
    log,
    metrics,
    signal: stopping.signal,
  });
});
afterEach(() => {
  good.setFault(null);
  bad.setFault(null);
});
afterAll(async () => {
  stopping.abort();
  await Promise.all([good.close(), bad.close()]);
  fs.rmSync(root, { recursive: true });
});

const songOf = (amplitude: number): Uint8Array =>
  wavOf({ seconds: 1, rate: 44_100 }, (time) => amplitude * Math.sin(2 * Math.PI * 440 * time));
const runnerOf = (pool: Inference | null) => {
  const folders = { root, home: HOME, config };
  const findModel = createFindJobModel({ ...folders, ...(pool && { runsElsewhere: pool.runs }) });
  const limits = { memory: 2000, time: 100_000, findModel, log };
  return createProcessRunner({ ...folders, ...limits, ...(pool && { inference: pool }) });
};
let runs = 0;
/** Runs the task of a job in a process of its own. */
async function runJob(amplitude = 0.2, pool: Inference | null = inference) {
  const folder = path.join(root, `job-${runs++}`);
  fs.mkdirSync(folder);
  const input = path.join(folder, "input");
  fs.writeFileSync(input, songOf(amplitude));
  const outputs = outputNames(TASK).map((name) => path.join(folder, name));
  const outcome: TaskOutcome = await runnerOf(pool)({
    task: TASK,
    folder,
    inputs: [input],
    outputs,
    seconds: 1,
    onProgress: () => {},
    signal: stopping.signal,
  });
  const files = outcome.kind === "done" ? outputs.map((file) => fs.readFileSync(file)) : [];
  return { outcome, files };
}
const factsOf = (files: readonly Buffer[]) =>
  parseJobFacts("separate", files[outputNames(TASK).indexOf(FACTS)]!.toString());

describe("a worker with inference servers", () => {
  it("JOB-7 proves the models of each before the first job, with its token", () => {
    expect(events.filter((event) => event === "inference_model_proven")).toHaveLength(2);
    expect(new Set(bad.tokens)).toEqual(new Set(["s3cret"]));
    expect(new Set(good.tokens)).toEqual(new Set([null]));
  });

  it("JOB-7 runs the model of a job there, with the stems of this machine; the result says so", async () => {
    const before = bad.requests.length + good.requests.length;
    const remote = await runJob();
    expect(remote.outcome).toMatchObject({ kind: "done", inputSeconds: 1 });
    expect(bad.requests.length + good.requests.length).toBeGreaterThan(before);
    expect(factsOf(remote.files).runsWith).toEqual({ backend: "server", threads: 0, reason: null });
    const local = await runJob(0.2, null);
    expect(factsOf(local.files).runsWith?.backend).toBe("wasm");
    for (const stem of [0, 1]) {
      const [found, expected] = [remote, local].map(
        ({ files }) => new Int16Array(Uint8Array.from(files[stem]!.subarray(44)).buffer),
      );
      let [power, difference] = [0, 0];
      for (const [at, sample] of expected!.entries()) {
        power += sample ** 2;
        difference += (sample - found![at]!) ** 2;
      }
      expect(power).toBeGreaterThan(0);
      expect(10 * Math.log10(difference / power)).toBeLessThan(-90);
    }
  });

  it("JOB-7 goes on at another server while one is busy or down", async () => {
    for (const fault of [{ status: 429, headers: { "Retry-After": "1" } }, { status: 500 }]) {
      bad.setFault(fault);
      expect((await runJob()).outcome).toMatchObject({ kind: "done" });
    }
  });

  it("JOB-7 what the net makes of an extreme sound fails that job only", async () => {
    for (const server of [good, bad])
      server.setFault({
        change: (answer) => ({
          ...answer,
          data: answer.data.map((bytes) => new Uint8Array(bytes.length).fill(255)),
        }),
      });
    expect((await runJob()).outcome).toEqual({ kind: "failed", fault: "inference_overflow" });
    for (const server of [good, bad]) server.setFault(null);
    expect((await runJob()).outcome).toMatchObject({ kind: "done" });
  });

  it("JOB-7 a job waits in the queue while no server answers, others go on, and it costs once", async () => {
    const file = path.join(root, "toolkit.sqlite");
    const database = { url: null, file, connections: 1 };
    const server = await createTestServer(database, { objects: createMemoryStore() });
    const { deps } = server;
    const user = await addJobAccount(server, 50);
    const add = (task: ServerTask) =>
      addJob(server, user, { seconds: 1, task, bytes: songOf(0.2) });
    const read = ({ id }: Pick<Jobs, "id">): Promise<Jobs> =>
      deps.db.read((queries) =>
        queries.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
      );
    const endpoint = createInferenceEndpoint({ url: bad.url, token: null, time: 20_000, fetch });
    const proofs = {
      runs: () => true,
      runsAny: () => true,
      doubt: async () => true,
      drop: () => {},
    };
    const pooled = [{ endpoint, weight: 1, requests: 1, proofs }];
    const pool = createEndpointPool(pooled, { clock: Date.now, log, metrics, patience: 0 });
    bad.setFault({ status: 503 });
    const waiting = await add(TASK);
    const other = await add({ call: "run", effect: "volume", values: [], format: "wav16" });
    const run = runnerOf({ ...pool, runs: () => true });
    const worker = startWorker(deps, { pool: "cpu", slots: 1, run });
    const poll = { timeout: 60_000, interval: 100 };
    try {
      await expect.poll(async () => (await read(other)).state, poll).toBe("done");
      expect(await read(waiting)).toMatchObject({
        state: "queued",
        failures: 1,
        fault: "inference_unavailable",
      });
      bad.setFault(null);
      // The pause that the server has asked for ends before the next attempt.
      server.advance(10_000);
      await expect.poll(async () => (await read(waiting)).state, poll).toBe("done");
      const { buy_credits: credits } = await deps.db.read((queries) =>
        readBalance(queries, user.userId, 0),
      );
      expect(credits).toBe(48);
      expect(await deps.db.read(auditLedger)).toEqual([]);
    } finally {
      await worker.close(0);
      await server.close();
    }
  });
});
