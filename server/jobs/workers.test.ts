import { afterEach, beforeEach, expect, it } from "vitest";
import { drainWorker } from "#core/api/jobs/drain-worker.ts";
import { listWorkers } from "#core/api/jobs/list-workers.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { addJob, addJobAccount } from "../testing/job-bench.ts";
import { type TestServer, createTestServer, TEST_SETTINGS } from "../testing/test-server.ts";
import { startWorker } from "./start-worker.ts";
import { sweepJobs } from "./sweep-jobs.ts";
import { beatWorker } from "./worker-record.ts";

const OPERATOR = "operator-0123456789";
const operator = { token: OPERATOR };
const FACTS = { id: "worker-1", pool: "cpu", slots: 2, running: 1, started_at: 0 };

describeOnDatabases("workers", ({ fresh }) => {
  let server: TestServer;
  beforeEach(async () => {
    const database = await fresh();
    const settings = { ...TEST_SETTINGS, database, operatorToken: OPERATOR };
    server = await createTestServer(database, { settings });
  });
  afterEach(() => server.close());
  const list = async () => (await server.call(listWorkers, {}, operator)).data.list;

  it("CLI-16 a drained worker ends the job that it runs, takes no more, and disappears", async () => {
    const user = await addJobAccount(server, 20);
    const first = await addJob(server, user);
    const second = await addJob(server, user);
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const worker = startWorker(server.deps, {
      pool: "cpu",
      slots: 1,
      run: async () => {
        started.resolve();
        await release.promise;
        return { kind: "failed", fault: "AUDIO_UNREADABLE" };
      },
    });
    await started.promise;
    await expect.poll(list).toMatchObject([{ id: worker.id, state: "working", slots: 1 }]);
    const { data } = await server.call(drainWorker, { id: worker.id }, operator);
    expect(data.state).toBe("draining");
    release.resolve();
    await worker.ended;
    expect(await list()).toEqual([]);
    const jobs = await server.deps.db.read((queries) =>
      queries.selectFrom("jobs").select(["id", "state"]).orderBy("id").execute(),
    );
    const states = new Map(jobs.map(({ id, state }) => [id, state]));
    expect(states.get(first.id)).toBe("failed");
    // The request may arrive between the two jobs, or while the second one runs.
    expect(["queued", "failed"]).toContain(states.get(second.id));
  });

  it("JOB-3 a process that claims a result and has written none has crashed, and its worker works on", async () => {
    const user = await addJobAccount(server, 20);
    const job = await addJob(server, user);
    const worker = startWorker(server.deps, {
      pool: "cpu",
      slots: 1,
      run: async () => ({
        kind: "done",
        inputSeconds: 1,
        outputs: [{ ending: "wav", seconds: 1 }],
      }),
    });
    const read = () =>
      server.deps.db.read((queries) =>
        queries.selectFrom("jobs").selectAll().where("id", "=", job.id).executeTakeFirstOrThrow(),
      );
    await expect
      .poll(read, { timeout: 60_000, interval: 50 })
      .toMatchObject({ state: "queued", fault: "crashed", failures: 1, attempt: 1 });
    await worker.close(0);
    expect(server.logs.filter(({ event }) => event === "worker_failed")).toEqual([]);
  });

  it("CLI-16 a worker without a sign of life is shown as silent, and is forgotten later", async () => {
    expect(await beatWorker(server.deps, FACTS)).toBe(false);
    expect((await server.call(drainWorker, { id: "worker-1" }, operator)).status).toBe(200);
    expect(await beatWorker(server.deps, { ...FACTS, running: 2 })).toBe(true);
    expect(await list()).toMatchObject([{ id: "worker-1", state: "draining", running: 2 }]);
    server.advance(31_000);
    expect(await list()).toMatchObject([{ id: "worker-1", state: "silent" }]);
    server.advance(600_000);
    expect(await list()).toEqual([]);
    await sweepJobs(server.deps);
    expect((await server.call(drainWorker, { id: "worker-1" }, operator)).key).toBe("not_found");
  });

  it("CLI-16 only the operator sees and drains workers", async () => {
    const user = await server.addUser();
    const refused = [
      await server.call(listWorkers, {}, user),
      await server.call(drainWorker, { id: "worker-1" }, user),
    ];
    expect(refused.map(({ key }) => key)).toEqual(["forbidden", "forbidden"]);
  });
});
