import { afterEach, beforeEach, expect, it } from "vitest";
import { cancelCreation } from "#core/api/jobs/cancel-creation.ts";
import { cancelJob } from "#core/api/jobs/cancel-job.ts";
import { createJob } from "#core/api/jobs/create-job.ts";
import { findJobs } from "#core/api/jobs/find-jobs.ts";
import { getJob } from "#core/api/jobs/get-job.ts";
import { getJobWait } from "#core/api/jobs/get-job-wait.ts";
import { getJobQueue } from "#core/api/jobs/get-job-queue.ts";
import { listJobs } from "#core/api/jobs/list-jobs.ts";
import { redriveJobs } from "#core/api/jobs/redrive-jobs.ts";
import { stopJob } from "#core/api/jobs/stop-job.ts";
import type { RequestOf } from "#core/api/contract/call.ts";
import type { ServerTask, TaskOf } from "#core/jobs/server-task.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { JOB_RAW_ROUTES, JOB_ROUTES } from "../routes/jobs.ts";
import {
  type JobAccount,
  addJob,
  addJobAccount,
  attemptOf,
  finishWith,
  TEST_TASK,
} from "../testing/job-bench.ts";
import {
  type TestServer,
  createTestServer,
  TEST_JOB_RULES,
  TEST_SETTINGS,
} from "../testing/test-server.ts";
import { finishJob } from "./end-job.ts";
import { addUpload } from "../testing/add-upload.ts";
import { openInput } from "./job-files.ts";
import { showJobs } from "./read-jobs.ts";

const OPERATOR = "operator-0123456789";
const RESULT = { outputs: [] };

describeOnDatabases("calls of jobs", ({ fresh }) => {
  let server: TestServer;
  let user: JobAccount;
  let other: JobAccount;
  beforeEach(async () => {
    const database = await fresh();
    const settings = { ...TEST_SETTINGS, database, operatorToken: OPERATOR };
    server = await createTestServer(database, { settings });
    user = await addJobAccount(server, 20);
    other = await addJobAccount(server, 20);
  });
  afterEach(() => server.close());

  let request: RequestOf<typeof createJob>;
  async function upload({ userId }: JobAccount): Promise<void> {
    const id = await addUpload(server.deps, userId, Buffer.from("input"));
    request = { tool: "cleaner", seconds: 90, upload: id, task: TEST_TASK };
  }
  const events = (token: string, since?: number) =>
    server.app.request("https://api.example/audio/api/v1/job/events", {
      headers: {
        authorization: token,
        ...(since !== undefined && { "last-event-id": String(since) }),
      },
    });
  /** Reads events until one satisfies a condition, and then leaves. */
  async function readUntil(response: Response, isLast: (job: { state: string }) => boolean) {
    const found: { id: string; state: string }[] = [];
    let id = 0;
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop()!;
      for (const part of parts) {
        const [, changed, data] = /^id: (\d+)\nevent: job\ndata: (.*)$/.exec(part) ?? [];
        if (data === undefined) continue;
        id = Number(changed);
        found.push(JSON.parse(data) as (typeof found)[number]);
      }
      if (found.some(isLast)) break;
    }
    return { found, id };
  }

  it("JOB-1 a site that accepts no jobs does not have the calls", async () => {
    const jobRules = { ...TEST_JOB_RULES, enabled: false };
    const closed = await createTestServer(server.deps.settings.database, { jobRules });
    const { token } = await closed.addUser();
    for (const { call } of JOB_ROUTES) {
      const answer = await closed.call(call, {}, { token });
      expect([call.path, answer.key]).toEqual([call.path, "not_found"]);
    }
    for (const { call } of JOB_RAW_ROUTES) {
      const { status } = await closed.app.request(`https://api.example${call.path}`);
      expect([call.path, status]).toEqual([call.path, 404]);
    }
    await closed.close();
  });

  it("JOB-1 JOB-3 a job costs what its length costs, whatever else the client says, once for a key", async () => {
    await upload(user);
    const send = (key: string) => server.call(createJob, request, { ...user, key });
    const [first, again] = [await send("key-number-1"), await send("key-number-1")];
    expect(first.data).toMatchObject({ cost: 2, job: { state: "queued" } });
    expect(again.data.job.id).toBe(first.data.job.id);
    const { data } = await server.call(listJobs, {}, user);
    expect(data).toMatchObject({ list: [{ id: first.data.job.id }], more: false });
    // What was paid for an input does not make another job free: the client could name any input.
    const job = (await server.deps.jobQueue.take("cpu"))!;
    await finishJob(server.deps, attemptOf(job), { seconds: 90, result: RESULT });
    await upload(user);
    expect((await send("key-number-2")).data.cost).toBe(2);
    for (const tool of ["cutter", "downloader", "unknown"])
      expect((await server.call(createJob, { ...request, tool }, user)).key).toBe(
        "invalid_request",
      );
  });

  it("JOB-1 a job may do only what its tool does, and costs that call's share of the price", async () => {
    await upload(user);
    const vocals = await addUpload(server.deps, user.userId, Buffer.from("vocals"));
    const stem = { stem: "vocals", parts: ["vocals"] };
    const separate: ServerTask = {
      call: "separate",
      preset: "vocals",
      stems: [stem],
      format: "flac",
    };
    const cover: ServerTask = {
      call: "cover",
      vocals,
      isLeaky: true,
      values: [],
      takes: ["cover"],
      format: "flac",
    };
    const run: TaskOf<"run"> = { call: "run", effect: "volume", values: [], format: "wav16" };
    const create = (tool: string, task: ServerTask) =>
      server.call(createJob, { ...request, tool, task }, user);
    const refused: readonly [tool: string, ServerTask][] = [
      ["cleaner", { ...run, effect: "voice" }],
      ["cleaner", { call: "run", values: [], format: "wav16" }],
      ["cleaner", { ...run, stems: [stem] } as ServerTask],
      ["splitter", TEST_TASK],
      ["splitter", { call: "transcribe" }],
      ["splitter", { ...separate, stems: [stem, stem] }],
      ["splitter", { ...separate, stems: [{ ...stem, stem: "facts" }] }],
      ["splitter", { ...separate, part: [5, 5] }],
    ];
    for (const [tool, task] of refused)
      expect([task, (await create(tool, task)).key]).toEqual([task, "invalid_request"]);
    expect((await create("splitter", { ...cover, vocals: "other" })).key).toBe("not_found");
    // 90 seconds of the tool cost two credits.
    const made = await create("splitter", cover);
    expect(made.data.cost).toBe(1);
    const job = (await server.deps.jobQueue.take("cpu"))!;
    await finishWith(server, job, Buffer.from("cover"));
    for (const id of [request.upload, vocals])
      expect(await openInput(server.deps, user.userId, id)).toBeNull();
    expect(made.data.job.id).toBe(job.id);
  });

  it("JOB-3 a job whose creation got no answer is canceled by its key, and a late request creates none", async () => {
    const credits = async (): Promise<number> => {
      const { data } = await server.call(cancelCreation, { creation_key: "another-key" }, user);
      return data.balance.buy_credits + data.balance.free_credits;
    };
    const before = await credits();
    const cancel = (creation_key: string, by = user) =>
      server.call(cancelCreation, { creation_key }, by);
    await upload(user);
    const create = (key: string) => server.call(createJob, request, { ...user, key });
    const { data } = await create("lost-answer-1");
    expect((await cancel("lost-answer-1", other)).data).toMatchObject({ job: null, cost: 0 });
    const canceled = await cancel("lost-answer-1");
    expect(canceled.data).toMatchObject({ job: { id: data.job.id, state: "canceled" }, cost: 2 });
    expect(await credits()).toBe(before);

    await upload(user);
    expect((await cancel("on-its-way-1")).data.job).toBeNull();
    expect((await create("on-its-way-1")).key).toBe("key_reused");
    // The request is in progress, past its look at earlier responses.
    const [created, stopped] = await Promise.all([
      create("in-progress-1"),
      cancel("in-progress-1"),
    ]);
    expect(stopped.data.job?.state ?? null).toBe(created.data ? "canceled" : null);
    expect(await credits()).toBe(before);
    expect((await server.call(listJobs, {}, user)).data.list).toSatisfy(
      (jobs: { state: string }[]) => jobs.every(({ state }) => state === "canceled"),
    );

    await upload(user);
    const { cost } = (await create("done-meanwhile-1")).data;
    const job = (await server.deps.jobQueue.take("cpu"))!;
    await finishJob(server.deps, attemptOf(job), { seconds: 90, result: RESULT });
    expect((await cancel("done-meanwhile-1")).data).toMatchObject({ job: { state: "done" }, cost });
    expect(await credits()).toBe(before - cost);

    // Responses are stored for a day, jobs for longer.
    await upload(user);
    const late = (await create("late-creation-1")).data;
    const open = await credits();
    server.advance(25 * 3_600_000);
    await server.deps.db.write(async (tx) => {
      await tx.deleteFrom("idempotency").execute();
      await tx.updateTable("job_files").set({ expires_at: server.deps.clock() }).execute();
    });
    expect((await create("late-creation-2")).key).toBe("not_found");
    expect((await create("late-creation-1")).data).toMatchObject({
      job: { id: late.job.id },
      cost: late.cost,
    });
    expect(await credits()).toBe(open);
    await server.deps.db.write((tx) => tx.deleteFrom("idempotency").execute());
    expect((await cancel("late-creation-1")).data).toMatchObject({
      job: { state: "canceled" },
      cost: late.cost,
    });
    expect((await cancel("done-meanwhile-1")).data).toMatchObject({ job: { state: "done" }, cost });
    expect(await credits()).toBe(before - cost);
  });

  it("JOB-6 jobs of a tool say how fast they were, by the median of at least three of a kind", async () => {
    const paces = async (tool?: string) =>
      (await server.call(getJobWait, tool === undefined ? {} : { tool }, other)).data.paces;
    const { tool } = await addJob(server, user);
    const finish = async (seconds: number): Promise<void> => {
      const job = (await server.deps.jobQueue.take("cpu"))!;
      server.advance(seconds * 1000);
      await finishWith(server, job, Buffer.from("made"));
    };
    await finish(600);
    await addJob(server, user);
    await finish(30);
    expect(await paces(tool)).toEqual([]);
    await addJob(server, user);
    await finish(15);
    // 60 seconds each; one that waits, and one that another tool has, do not count.
    await addJob(server, user);
    expect(await paces(tool)).toEqual([{ call: "run", model: null, pace: 0.5 }]);
    expect([await paces("splitter"), await paces()]).toEqual([[], []]);
  });

  it("JOB-1 an operator's factor raises the price", async () => {
    const jobRules = { ...TEST_JOB_RULES, price: 1.4 };
    const dear = await createTestServer(server.deps.settings.database, {
      jobRules,
      objects: server.deps.objects,
      start: server.deps.clock(),
    });
    await upload(user);
    expect((await dear.call(createJob, request, user)).data.cost).toBe(3);
    await dear.close();
  });

  it("JOB-1 an account sees, cancels and fetches only its own jobs, and uses only its own uploads", async () => {
    await upload(user);
    const { data } = await server.call(createJob, request, user);
    const { id } = data.job;
    expect((await server.call(createJob, request, other)).key).toBe("not_found");
    for (const call of [getJob, cancelJob] as const) {
      expect((await server.call(call, { id }, other)).key).toBe("not_found");
      expect((await server.call(call, { id })).key).toBe("not_signed_in");
    }
    const job = (await server.deps.jobQueue.take("cpu"))!;
    const input: Uint8Array[] = [];
    for await (const chunk of (await openInput(server.deps, job.user_id, job.upload))!)
      input.push(chunk);
    expect(Buffer.concat(input).toString()).toBe("input");
    const output = await finishWith(server, job, Buffer.from("0123456789"));
    expect(await openInput(server.deps, job.user_id, job.upload)).toBeNull();
    const fetchResult = (token: string, range?: string, name = "result") =>
      server.app.request(`https://api.example/audio/api/v1/job/result/${id}/${name}`, {
        headers: { authorization: token, ...(range !== undefined && { range }) },
      });
    expect((await fetchResult(other.token)).status).toBe(404);
    expect((await fetchResult(user.token, undefined, "other")).status).toBe(404);
    expect(await (await fetchResult(user.token)).text()).toBe("0123456789");
    const part = await fetchResult(user.token, "bytes=2-4");
    expect([part.status, await part.text()]).toEqual([206, "234"]);
    expect((await fetchResult(user.token, "bytes=10-")).status).toBe(416);
    expect((await server.call(listJobs, {}, other)).data.list).toEqual([]);
    expect((await server.call(getJob, { id }, user)).data).toMatchObject({
      state: "done",
      result: { outputs: [output] },
    });
  });

  it("JOB-1 pages of jobs have each job once", async () => {
    const rich = await addJobAccount(server, 200);
    const ids: string[] = [];
    for (let count = 0; count < 103; count++) {
      const { id, user_id: userId } = await addJob(server, rich);
      ids.unshift(id);
      if (count === 50) await server.call(cancelJob, { id }, rich);
      if (count > 95) {
        const job = (await server.deps.jobQueue.take("cpu"))!;
        expect(job.user_id).toBe(userId);
        await finishJob(server.deps, attemptOf(job), { seconds: 1, result: RESULT });
      }
    }
    const first = await server.call(listJobs, {}, rich);
    const second = await server.call(listJobs, { before: first.data.list.at(-1)!.id }, rich);
    expect([first.data.more, second.data.more]).toEqual([true, false]);
    expect([...first.data.list, ...second.data.list].map(({ id }) => id)).toEqual(ids);
  });

  it("JOB-1 events follow one's own jobs, and continue after the last one that was received", async () => {
    const done = await addJob(server, user);
    await addJob(server, other);
    const response = await events(user.token);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const reading = readUntil(response, ({ state }) => state === "done");
    server.advance(1000);
    let job = (await server.deps.jobQueue.take("cpu"))!;
    if (job.user_id !== user.userId) job = (await server.deps.jobQueue.take("cpu"))!;
    await server.deps.jobQueue.beat(attemptOf(job), { progress: 0.5, stage: "effect" });
    server.advance(1000);
    await finishJob(server.deps, attemptOf(job), { seconds: 1, result: RESULT });
    const { found, id } = await reading;
    expect(new Set(found.map((each) => each.id))).toEqual(new Set([done.id]));
    expect(found[0]!.state).not.toBe("done");
    server.advance(1000);
    const next = await addJob(server, user);
    const more = await readUntil(await events(user.token, id + 1), () => true);
    expect(more.found).toMatchObject([{ id: next.id, state: "queued" }]);
  });

  it("JOB-1 streams of events are limited, and end when the server does", async () => {
    const streams: Response[] = [];
    for (let count = 0; count < 10; count++) streams.push(await events(user.token));
    expect((await events(user.token)).status).toBe(429);
    expect((await events(other.token)).status).toBe(200);
    server.deps.jobEvents.close();
    for (const stream of streams) await stream.text();
    expect((await events(user.token)).status).toBe(200);
    server.deps.jobEvents.close();
  });

  it("JOB-8 CLI-16 the operator sees all jobs without a name or content, cancels and counts them", async () => {
    const operator = { token: OPERATOR };
    const { id } = await addJob(server, user);
    await addJob(server, other);
    server.advance(90_000);
    const { data } = await server.call(findJobs, { state: "queued" }, operator);
    expect(data.list).toHaveLength(2);
    const accounts = new Set(data.list.map(({ account }) => account));
    expect(accounts.size).toBe(2);
    const { task, upload: input } = await server.deps.db.read((queries) =>
      queries.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
    for (const secret of [user.userId, other.userId, task, input])
      expect(JSON.stringify(data)).not.toContain(secret);
    expect((await server.call(stopJob, { id }, operator)).data.state).toBe("canceled");
    expect((await server.call(stopJob, { id: "none" }, operator)).key).toBe("not_found");
    expect((await server.call(redriveJobs, {}, operator)).data).toEqual({ redriven: 0 });
    const counts = [
      { pool: "cpu", state: "canceled", count: 1, oldest: 90 },
      { pool: "cpu", state: "queued", count: 1, oldest: 90 },
    ];
    expect((await server.call(getJobQueue, {}, operator)).data.counts).toEqual(counts);
    await showJobs(server.deps);
    expect(server.deps.metrics.print()).toContain('toolkit_jobs{state="queued",pool="cpu"} 1\n');
    expect(server.deps.metrics.print()).toContain('toolkit_job_queue_age_seconds{pool="cpu"} 90\n');
    await server.deps.jobQueue.take("cpu");
    await showJobs(server.deps);
    expect(server.deps.metrics.print()).not.toContain('state="queued"');
    const refused = [
      await server.call(findJobs, {}, user),
      await server.call(stopJob, { id }, user),
      await server.call(redriveJobs, { id }, user),
      await server.call(getJobQueue, {}, user),
    ];
    expect(refused.map(({ key }) => key)).toEqual(refused.map(() => "forbidden"));
  });
});
