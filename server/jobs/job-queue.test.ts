import { afterEach, beforeEach, expect, it } from "vitest";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { readBalance } from "../ledger/balance.ts";
import type { Jobs } from "../db/schema/jobs.ts";
import { addJob, addJobAccount, attemptOf, TEST_TASK } from "../testing/job-bench.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { sweep } from "../sweep.ts";
import { createJob } from "./create-job.ts";
import { cancelJob, failJob, finishJob, giveBackJob, MAX_FAILURES } from "./end-job.ts";
import { redriveJobs } from "./redrive-jobs.ts";
import { recoverLost } from "./sweep-jobs.ts";
import { LEASE } from "./table-queue.ts";

const HOUR = 3_600_000;
const RESULT = { outputs: [] };

/** What any queue has to do, on any database. */
describeOnDatabases("a queue of jobs", ({ fresh }) => {
  let server: TestServer;
  beforeEach(async () => (server = await createTestServer(await fresh())));
  afterEach(async () => {
    const faults = await server.deps.db.read(auditLedger);
    await server.close();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });

  const take = (pool = "cpu") => server.deps.jobQueue.take(pool);
  const takeOne = async (): Promise<Jobs> => {
    const job = await take();
    if (!job) throw new Error("The queue has no job that may start");
    return job;
  };
  const finish = (job: Jobs, seconds = 1) =>
    finishJob(server.deps, attemptOf(job), { seconds, result: RESULT });
  const read = ({ id }: Pick<Jobs, "id">) =>
    server.deps.db.read((queries) =>
      queries.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst(),
    );
  const creditsOf = async ({ userId }: { userId: string }) =>
    (await server.deps.db.read((queries) => readBalance(queries, userId, server.deps.clock())))
      .buy_credits;
  const cancel = ({ user_id: userId, id }: Jobs) =>
    server.deps.db.write((tx) => cancelJob(tx, server.deps, { userId, id }));

  it("JOB-1 a job is queued with its credits, or neither", async () => {
    const user = await addJobAccount(server, 5);
    const { userId } = user;
    const request = { tool: "cleaner", task: TEST_TASK, upload: "u", pool: "cpu", seconds: 1 };
    const failing = server.deps.db.write(async (tx) => {
      await createJob(tx, server.deps, { userId, ...request, cost: 2 });
      throw new Error("It is rolled back");
    });
    await expect(failing).rejects.toThrow("It is rolled back");
    const dear = server.deps.db.write((tx) =>
      createJob(tx, server.deps, { userId, ...request, cost: 6 }),
    );
    await expect(dear).rejects.toMatchObject({ key: "not_enough_credits" });
    expect([await take(), await creditsOf(user)]).toEqual([null, 5]);
    const { id } = await addJob(server, user, { cost: 2 });
    expect(await take("gpu")).toBeNull();
    expect(await takeOne()).toMatchObject({ id, state: "running", attempt: 1 });
    expect([await take(), await creditsOf(user)]).toEqual([null, 3]);
  });

  it("USR-15 JOB-3 a job that changed nothing ends with its result, and costs nothing", async () => {
    const user = await addJobAccount(server, 5);
    await addJob(server, user, { cost: 2 });
    const job = await takeOne();
    const end = { seconds: 1, isUnchanged: true, result: RESULT };
    expect(await finishJob(server.deps, attemptOf(job), end)).toBe("done");
    expect([await read(job), await creditsOf(user)]).toMatchObject([{ state: "done" }, 5]);
  });

  it("JOB-3 only the attempt that owns a job ends it, once", async () => {
    const user = await addJobAccount(server, 5);
    await addJob(server, user, { cost: 2 });
    const first = await takeOne();
    server.advance(LEASE + 1);
    expect(await recoverLost(server.deps)).toBe(1);
    server.advance(60_000);
    const second = await takeOne();
    expect([second.id, second.attempt, second.failures]).toEqual([first.id, 2, 1]);
    expect(await server.deps.jobQueue.beat(attemptOf(first), { progress: 1, stage: null })).toBe(
      false,
    );
    const ends = [first, second, first, second].map((job) => finish(job));
    // Either of the two calls of the second attempt may be the first.
    const [stale, ...others] = await Promise.all(ends);
    expect([stale, others[1], others.filter((end) => end === "done")]).toEqual([
      null,
      null,
      ["done"],
    ]);
    expect(await failJob(server.deps, attemptOf(second), "crashed")).toBeNull();
    expect(await giveBackJob(server.deps, attemptOf(second))).toBe(false);
    expect(await cancel(second)).toMatchObject({ state: "done" });
    expect([await read(first), await creditsOf(user)]).toMatchObject([{ state: "done" }, 3]);
  });

  it("JOB-3 a worker that shows signs of life keeps its job, and its progress is stored", async () => {
    const user = await addJobAccount(server, 5);
    await addJob(server, user);
    const job = await takeOne();
    for (const progress of [0.25, 0.5]) {
      server.advance(LEASE - 1);
      const beat = server.deps.jobQueue.beat(attemptOf(job), { progress, stage: "effect" });
      expect(await beat).toBe(true);
      expect(await recoverLost(server.deps)).toBe(0);
    }
    expect(await read(job)).toMatchObject({ progress: 500, stage: "effect", attempt: 1 });
    expect(await finish(job)).toBe("done");
  });

  it("JOB-3 a canceled job is refunded, whether it is queued or running, and its worker learns of it", async () => {
    const user = await addJobAccount(server, 5);
    const [running, queued] = [await addJob(server, user), await addJob(server, user)];
    const taken = await takeOne();
    expect(taken.id).toBe(running.id);
    await Promise.all([cancel(running), cancel(queued), cancel(running)]);
    expect(await server.deps.jobQueue.beat(attemptOf(taken), { progress: 1, stage: null })).toBe(
      false,
    );
    expect([await finish(taken), await take(), await creditsOf(user)]).toEqual([null, null, 5]);
  });

  it("JOB-3 transient faults are retried later and later; then the job is a dead letter that runs again for free", async () => {
    const user = await addJobAccount(server, 5);
    const { id } = await addJob(server, user, { cost: 2 });
    const pauses: number[] = [];
    for (let failures = 1; failures < MAX_FAILURES; failures++) {
      const job = await takeOne();
      expect(await failJob(server.deps, attemptOf(job), "crashed")).toBe("queued");
      expect(await take()).toBeNull();
      const { due_at: due } = (await read(job))!;
      pauses.push(due - server.deps.clock());
      server.advance(pauses.at(-1)!);
    }
    expect(pauses).toEqual([10_000, 40_000]);
    expect(await failJob(server.deps, attemptOf(await takeOne()), "crashed")).toBe("failed");
    expect([await read({ id }), await creditsOf(user), await take()]).toMatchObject([
      { state: "failed", fault: "crashed" },
      5,
      null,
    ]);
    const counts = await Promise.all([1, 2].map(() => redriveJobs(server.deps, { id })));
    expect(counts[0]! + counts[1]!).toBe(1);
    const again = await takeOne();
    expect([again.id, again.failures]).toEqual([id, 0]);
    expect(await finish(again)).toBe("done");
    expect(await creditsOf(user)).toBe(5);
  });

  it("JOB-3 other faults end a job at once, and no operator can start it again", async () => {
    const user = await addJobAccount(server, 5);
    await addJob(server, user, { cost: 2 });
    const job = await takeOne();
    expect(await failJob(server.deps, attemptOf(job), "AUDIO_UNREADABLE")).toBe("failed");
    expect(await redriveJobs(server.deps, {})).toBe(0);
    expect([await read(job), await creditsOf(user)]).toMatchObject([
      { fault: "AUDIO_UNREADABLE" },
      5,
    ]);
  });

  it("JOB-3 an input that is longer than what was paid for fails and is refunded", async () => {
    const user = await addJobAccount(server, 5);
    await addJob(server, user, { seconds: 60, cost: 1 });
    await addJob(server, user, { seconds: 60, cost: 1 });
    expect(await finish(await takeOne(), 65)).toBe("done");
    const lie = await takeOne();
    expect(await finish(lie, 65.1)).toBe("failed");
    expect([await read(lie), await creditsOf(user)]).toMatchObject([
      { fault: "longer_than_paid", result: null, milliseconds_found: 65_100 },
      4,
    ]);
  });

  it("JOB-3 a worker that shuts down returns its job, which is next again", async () => {
    const user = await addJobAccount(server, 5);
    const first = await addJob(server, user);
    server.advance(1);
    await addJob(server, await addJobAccount(server, 5));
    const job = await takeOne();
    expect(await giveBackJob(server.deps, attemptOf(job))).toBe(true);
    expect(await takeOne()).toMatchObject({ id: first.id, attempt: 2, failures: 0 });
  });

  it("JOB-3 a job that waits for hours keeps its credits, and gets them back when it expires", async () => {
    const user = await addJobAccount(server, 5);
    const { id } = await addJob(server, user, { cost: 2 });
    server.advance(23 * HOUR);
    await sweep(server.deps);
    expect(await creditsOf(user)).toBe(3);
    server.advance(2 * HOUR);
    expect(await take()).toBeNull();
    await sweep(server.deps);
    expect([await read({ id }), await creditsOf(user)]).toMatchObject([{ fault: "expired" }, 5]);
    server.advance(25 * HOUR);
    await sweep(server.deps);
    expect(await read({ id })).toBeUndefined();
  });

  it("JOB-4 jobs of a plan go first, but not ahead of those that have waited long", async () => {
    const old = await addJob(server, await addJobAccount(server, 5));
    server.advance(601_000);
    const free = await addJob(server, await addJobAccount(server, 5));
    const plan = await addJob(server, await addJobAccount(server, 5, true));
    const order = [await takeOne(), await takeOne(), await takeOne()].map(({ id }) => id);
    expect(order).toEqual([old.id, plan.id, free.id]);
  });

  it("JOB-4 an account with many jobs does not delay others", async () => {
    const heavy = await addJobAccount(server, 100);
    for (let count = 0; count < 20; count++) await addJob(server, heavy);
    server.advance(1000);
    const others: string[] = [];
    for (let count = 0; count < 4; count++)
      others.push((await addJob(server, await addJobAccount(server, 5))).id);
    const order: string[] = [];
    for (let count = 0; count < 6; count++) {
      const job = await takeOne();
      order.push(job.id);
      await finish(job);
    }
    expect(others.filter((id) => order.includes(id))).toEqual(others);
  });

  it("JOB-4 the limits of accounts hold exactly, however many workers take jobs at once", async () => {
    const users = [
      await addJobAccount(server, 100),
      await addJobAccount(server, 100),
      await addJobAccount(server, 100, true),
    ];
    for (const user of users) for (let count = 0; count < 8; count++) await addJob(server, user);
    const other = await createTestServer(server.deps.settings.database, {
      start: server.deps.clock(),
    });
    let isOver = false;
    for (let round = 0; !isOver; round++) {
      const queues = [server.deps.jobQueue, other.deps.jobQueue];
      const taken = await Promise.all(
        Array.from({ length: 12 }, (_, at) => queues[at % 2]!.take("cpu")),
      );
      const jobs = taken.filter((job) => job !== null);
      const counts = users.map(
        ({ userId }) => jobs.filter(({ user_id: owner }) => owner === userId).length,
      );
      if (round < 4) expect(counts).toEqual([1, 1, 2]);
      await Promise.all(jobs.map((job) => finish(job)));
      isOver = jobs.length === 0;
    }
    await other.close();
    const open = await server.deps.db.read((queries) =>
      queries.selectFrom("jobs").select("id").where("state", "!=", "done").execute(),
    );
    expect(open).toEqual([]);
  });
});
