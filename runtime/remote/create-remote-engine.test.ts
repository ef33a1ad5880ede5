import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getErasure } from "#core/api/uploads/get-erasure.ts";
import { listJobs } from "#core/api/jobs/list-jobs.ts";
import { type JobFacts, writeJobFacts } from "#core/jobs/job-facts.ts";
import { type ServerTask, FACTS as FACTS_OUTPUT, outputNames } from "#core/jobs/server-task.ts";
import { writeJson } from "#core/transcript/save/texts.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import { type RunTask, runAttempt } from "#server/jobs/run-attempt.ts";
import { readBalance } from "#server/ledger/balance.ts";
import { type JobAccount, addJobAccount } from "#server/testing/job-bench.ts";
import { createMemoryStore } from "#server/objects/memory-store.ts";
import { type TestServer, createTestServer } from "#server/testing/test-server.ts";
import type { SinkChunk } from "../contract/sinks/sink-chunk.ts";
import type { ServerTaskState } from "../contract/server-tasks.ts";
import { createApi } from "../services/api/api.ts";
import { openServers } from "./open-servers.ts";

/** What the browser says of where the task ran, whatever the server says of itself. */
const SERVER = { backend: "server", threads: 1, reason: null } as const;
const FACTS: JobFacts<"run"> = {
  findings: { changes: 1 },
  unchanged: null,
  input: { sampleRate: 48_000, channels: 1 },
  output: { sampleRate: 48_000, channels: 1 },
  frames: [48_000, 48_000],
  before: { lufs: -20, truePeak: -3, noise: Number.NEGATIVE_INFINITY },
  after: { lufs: -20, truePeak: -3, noise: Number.NEGATIVE_INFINITY },
  notes: [],
};
const INPUT = new Blob([Uint8Array.from({ length: 3_000_000 }, (_, at) => at >> 4)]);
const MADE = Uint8Array.from({ length: 100_000 }, (_, at) => (at * at) >> 3);

const folder = await fs.mkdtemp(path.join(os.tmpdir(), "toolkit-remote-"));
let server: TestServer;
let user: JobAccount;
beforeAll(async () => {
  const database = { url: null, file: path.join(folder, "toolkit.sqlite"), connections: 1 };
  server = await createTestServer(database, { objects: createMemoryStore(new Map()) });
  user = await addJobAccount(server, 100);
});
afterAll(async () => {
  await server.close();
  await fs.rm(folder, { recursive: true });
});

/** What becomes of a request: nothing is sent, its response is lost, or it goes through. */
type Line = (path: string, method: string) => "cut" | "lost" | "missing" | null;

/** The job of a document, which a reload ends; what it has stored stays. */
function openDocument(
  key: string,
  {
    tasks = [] as readonly ServerTaskState[],
    line = (() => null) as Line,
    token = user.token,
    account = (): string | null => "anna",
    /** What a request waits for on its way to the server. */
    hold = (_path: string): Promise<void> | false => false,
  } = {},
) {
  const listeners = new Set<() => void>();
  const requests: string[] = [];
  const traces = new Set<string | null>();
  const closed = new AbortController();
  const page = { tasks, held: 0, balances: 0 };
  const send = async (address: string, init: RequestInit = {}): Promise<Response> => {
    init.signal?.throwIfAborted();
    // A closed document sends and receives nothing.
    if (closed.signal.aborted) return await new Promise(() => {});
    const { pathname } = new URL(address, "https://api.example");
    const name = pathname.replace("/audio/api/v1/", "").replace(/\/[\w-]{20,}/, "/<id>");
    requests.push(`${init.method ?? "GET"} ${name}`);
    // The stream of events serves all jobs of the document.
    if (name !== "job/events" && !name.startsWith("job/get"))
      traces.add(new Headers(init.headers).get("traceparent"));
    const answer = line(name, init.method ?? "GET");
    if (answer === "cut") throw new TypeError("Failed to fetch");
    // As a server of an earlier version answers a call that it does not know.
    if (answer === "missing") return new Response("{}", { status: 404 });
    await hold(name);
    const response = await server.app.request(
      `https://api.example${pathname}${new URL(address, "https://api.example").search}`,
      init,
    );
    if (answer === "lost") throw new TypeError("Failed to fetch");
    if (name !== "job/events" || !response.ok) return response;
    // As in a browser, an abort ends a stream that is being read.
    const body = response.body!.pipeThrough(new TransformStream(), { signal: init.signal! });
    return new Response(body, response);
  };
  const fetch = ((address, init) => send(address as string, init)) as typeof globalThis.fetch;
  const api = createApi({
    baseUrl: "https://api.example",
    fetch,
    token: () => token,
    cookie: () => null,
    uuid: () => crypto.randomUUID(),
    onWarning: () => {},
    onUnauthorized: () => {},
    onUncoded: () => {},
    online: () => true,
  });
  const open = openServers({
    api,
    apiBase: "https://api.example",
    fetch,
    account,
    onAccount: (listener) => void listeners.add(listener),
    headers: () => ({ Authorization: token }),
    digest: (data) => crypto.subtle.digest("SHA-256", data),
    pause: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
        if (milliseconds < 60_000) setImmediate(resolve);
      }),
    createHash: async () => {
      const hash = createHash("sha256");
      return {
        update: (data: Uint8Array) => hash.update(data),
        digest: () => new Uint8Array(hash.digest()),
      };
    },
    isTracing: true,
    resultHours: 24,
    onBalance: () => page.balances++,
    now: () => 5000,
  });
  const abort = new AbortController();
  const shares: [number | null, string][] = [];
  const bytes: Uint8Array[] = [];
  const openEngine = (tool: string) =>
    open({
      account: "anna",
      key,
      tool,
      secondsOf: () => 60,
      tasks: page.tasks,
      onTasks: (next) => void (closed.signal.aborted || (page.tasks = next)),
      onHeld: (cost) => void (page.held = cost),
    });
  const run = async () => {
    const engine = await openEngine("cleaner");
    const facts = await engine.run(
      { effect: "volume", file: INPUT, values: { gain: -6, keep: [[0.5, 1]] }, output: "wav16" },
      {
        signal: abort.signal,
        onProgress: (done, stage) => shares.push([done, stage]),
        sink: new WritableStream<SinkChunk>({
          write: (chunk) => void bytes.push((chunk as { data: unknown }).data as Uint8Array),
        }),
      },
    );
    await engine.eraseFiles();
    return facts;
  };
  return {
    openEngine,
    run,
    abort,
    traces,
    requests,
    page,
    shares,
    bytes,
    close: () => closed.abort(),
    /** Reports that another account may be signed in. */
    switchAccount: () => listeners.forEach((listener) => listener()),
  };
}

async function nextJob() {
  for (;;) {
    const job = await server.deps.jobQueue.take("cpu");
    if (job) return job;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Runs the next job on the server. */
async function work(outcome?: Awaited<ReturnType<RunTask>>): Promise<string> {
  const job = await nextJob();
  const make: RunTask = async ({ task, inputs, outputs }) => {
    if (outcome) return outcome;
    expect(task).toMatchObject({
      effect: "volume",
      values: [
        { name: "gain", value: "-6" },
        { name: "keep", value: "0.500000-1.000000" },
      ],
    });
    expect((await fs.readFile(inputs[0]!)).length).toBe(INPUT.size);
    await fs.writeFile(outputs[0]!, MADE);
    await fs.writeFile(outputs[1]!, writeJobFacts<"run">(FACTS));
    return {
      kind: "done",
      inputSeconds: 60,
      outputs: [
        { ending: "wav", seconds: 60 },
        { ending: "json", seconds: 0 },
      ],
    };
  };
  await runAttempt(server.deps, job, make, new AbortController().signal);
  return job.id;
}

/** Runs the next job on the server: each output is its name, and the facts are the given ones. */
async function workOnSong(facts: object): Promise<{ task: ServerTask; inputs: string[] }> {
  const { promise, resolve } = Promise.withResolvers<{ task: ServerTask; inputs: string[] }>();
  const job = await nextJob();
  const make: RunTask = async ({ task, inputs, outputs }) => {
    const names = outputNames(task);
    for (const [at, name] of names.entries())
      await fs.writeFile(outputs[at]!, name === FACTS_OUTPUT ? JSON.stringify(facts) : name);
    const texts = await Promise.all(inputs.map((input) => fs.readFile(input, "utf8")));
    resolve({ task, inputs: texts });
    return {
      kind: "done",
      inputSeconds: 60,
      outputs: names.map(() => ({ ending: "flac", seconds: 60 })),
    };
  };
  await runAttempt(server.deps, job, make, new AbortController().signal);
  return await promise;
}

/** A busy machine may take longer than a second. */
const poll = <T>(value: () => T) => expect.poll(value, { timeout: 30_000 });

const creditsLeft = async (): Promise<number> => {
  const { deps } = server;
  const { free_credits, buy_credits } = await deps.db.write((tx) =>
    readBalance(tx, user.userId, deps.clock()),
  );
  return free_credits + buy_credits;
};
const jobsOf = async () => (await server.call(listJobs, {}, user)).data.list;

describe("JOB-6 a task on the servers", () => {
  it("sends its file, follows its job, fetches what was made, and proves that it was deleted", async () => {
    const before = await creditsLeft();
    const { run, page, shares, bytes, traces } = openDocument("job-one:1");
    const [facts] = await Promise.all([run(), work()]);
    expect(facts).toEqual({ ...FACTS, runsWith: SERVER });
    expect(Buffer.compare(Buffer.concat(bytes), MADE)).toBe(0);
    expect(new Set(shares.map(([, stage]) => stage))).toEqual(
      new Set(["sending", "queued", "fetching"]),
    );
    const done = shares.map(([share]) => share!);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(done.at(-1)).toBe(1);
    expect([page.held, before - (await creditsLeft())]).toEqual([1, 1]);
    expect([...traces]).toEqual([expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)]);
    // The file and both outputs.
    const [{ files }] = page.tasks as [ServerTaskState];
    expect(files.map(({ deleted }) => deleted)).toEqual([5000, 5000, 5000]);
    for (const { upload } of files)
      expect((await server.call(getErasure, { file: upload }, user)).status).toBe(200);
  });

  it("continues after the document was closed: nothing is sent or paid twice", async () => {
    const [before, count] = [await creditsLeft(), (await jobsOf()).length];
    const first = openDocument("job-two:1");
    void first.run();
    await poll(() => first.page.tasks[0]?.job ?? null).not.toBeNull();
    first.close();
    await work();
    const second = openDocument("job-two:1", { tasks: first.page.tasks });
    expect(await second.run()).toEqual({ ...FACTS, runsWith: SERVER });
    expect(second.traces).toEqual(first.traces);
    expect(
      second.requests.filter((line) => line.startsWith("PATCH") || line.includes("create")),
    ).toEqual([]);
    expect(before - (await creditsLeft())).toBe(1);
    expect((await jobsOf()).length).toBe(count + 1);
  });

  it("creates one job although responses are lost, and continues uploads and events that are cut", async () => {
    const [before, count] = [await creditsLeft(), (await jobsOf()).length];
    const seen = new Map<string, number>();
    const { run, page, requests } = openDocument("job-three:1", {
      line: (name, method) => {
        const times = (seen.get(`${method} ${name}`) ?? 0) + 1;
        seen.set(`${method} ${name}`, times);
        if (name === "job/create" || name === "job/erase") return times < 3 ? "lost" : null;
        if (method === "PATCH") return times === 2 ? "lost" : null;
        return times < 3 ? "cut" : null;
      },
    });
    const [facts] = await Promise.all([run(), work()]);
    expect(facts).toEqual({ ...FACTS, runsWith: SERVER });
    expect(requests.filter((line) => line === "POST job/create")).toHaveLength(3);
    expect((await jobsOf()).length).toBe(count + 1);
    expect(before - (await creditsLeft())).toBe(1);
    expect(page.tasks[0]!.files).toHaveLength(3);
  });

  it("is canceled with its job, which is refunded; before that, what was sent is deleted", async () => {
    const before = await creditsLeft();
    const waiting = openDocument("job-four:1");
    const ended = waiting.run().catch((error: unknown) => error);
    await poll(() => waiting.page.tasks[0]?.job ?? null).not.toBeNull();
    waiting.abort.abort(new Error("canceled"));
    expect(await ended).toMatchObject({ message: "canceled" });
    await poll(async () => (await jobsOf())[0]!.state).toBe("canceled");
    expect(await creditsLeft()).toBe(before);

    const sending = openDocument("job-five:1", {
      line: (_name, method) => {
        if (method === "PATCH") sending.abort.abort(new Error("canceled"));
        return null;
      },
    });
    await expect(sending.run()).rejects.toThrow("canceled");
    await poll(() => sending.page.tasks[0]?.files[0]?.deleted ?? null).toBe(5000);
    expect(sending.requests.at(-1)).toBe("DELETE uploads/<id>");
  });

  it("says why it failed, and starts over when it is retried", async () => {
    const failing = openDocument("job-six:1");
    const [error] = await Promise.all([
      failing.run().catch((reason: unknown) => reason),
      work({ kind: "failed", fault: "out_of_memory" }),
    ]);
    expect(error).toMatchObject({ fault: { code: "servers.tooLarge" } });
    // The server has deleted its file, and the receipt says so.
    await poll(() => failing.page.tasks[0]!.files[0]!.deleted).toBe(5000);
    const file = failing.page.tasks[0]!.files[0]!.upload;
    expect((await server.call(getErasure, { file }, user)).status).toBe(200);
    const again = openDocument("job-six:2", { tasks: failing.page.tasks });
    const [facts] = await Promise.all([again.run(), work()]);
    expect(facts).toEqual({ ...FACTS, runsWith: SERVER });
  });

  it("whose fault may pass keeps its file for another attempt, and says until when", async () => {
    const failing = openDocument("job-kept:1");
    const ended = failing.run().catch((reason: unknown) => reason);
    for (let failure = 1; failure <= 3; failure++) {
      await work({ kind: "failed", fault: "crashed" });
      server.advance(60_000);
    }
    expect(await ended).toMatchObject({ fault: { code: "servers.failed" } });
    const [job] = await jobsOf();
    expect(failing.page.tasks[0]).toMatchObject({
      job: null,
      files: [{ deleted: null, until: job!.expires_at * 1000 }],
    });
    const again = openDocument("job-kept:2", { tasks: failing.page.tasks });
    await Promise.all([again.run(), work()]);
    expect(again.requests.filter((line) => line.startsWith("PATCH"))).toEqual([]);
  });

  it("names what the visitor can do who is signed out, or has too few credits", async () => {
    const out = openDocument("job-seven:1", { token: "nobody" });
    await expect(out.run()).rejects.toMatchObject({ fault: { code: "servers.signedOut" } });
    const poor = await addJobAccount(server, 0);
    const short = openDocument("job-eight:1", { token: poor.token });
    await expect(short.run()).rejects.toMatchObject({ key: "not_enough_credits" });
  });
});

/** An account has a limit of open streams, and documents of tests leave theirs open. */
const useOwnAccount = (): void =>
  beforeAll(async () => {
    user = await addJobAccount(server, 100);
  });

describe("JOB-6 a task that ends early on the servers", () => {
  useOwnAccount();

  it("that could not be canceled stays recorded, and is by the next visit", async () => {
    const before = await creditsLeft();
    const offline = openDocument("job-nine:1", {
      line: (name) => (name === "job/cancel" ? "cut" : null),
    });
    const ended = offline.run().catch((error: unknown) => error);
    await poll(() => offline.page.tasks[0]?.job ?? null).not.toBeNull();
    offline.abort.abort(new Error("canceled"));
    await ended;
    await poll(() => offline.requests.filter((one) => one === "POST job/cancel").length).toBe(5);
    const [left] = offline.page.tasks;
    expect([left!.job, left!.files.map(({ deleted }) => deleted)]).toEqual([
      expect.any(String),
      [null],
    ]);
    const next = openDocument("job-nine:1", { tasks: offline.page.tasks });
    await (await next.openEngine("cleaner")).abandon();
    expect((await jobsOf())[0]!.state).toBe("canceled");
    expect(next.page.tasks[0]).toMatchObject({ job: null, cost: 0, files: [{ deleted: 5000 }] });
    expect(await creditsLeft()).toBe(before);
  });

  it("stays one of its account while another is signed in, and continues when that returns", async () => {
    let account: string | null = "anna";
    const page = openDocument("job-account:1", { account: () => account });
    const ended = page.run().catch((error: unknown) => error);
    await poll(() => page.page.tasks[0]?.job ?? null).not.toBeNull();
    await poll(() => page.requests.includes("GET job/events")).toBe(true);
    account = "ben";
    const { length: before } = page.requests;
    page.switchAccount();
    expect(await ended).toMatchObject({ fault: { code: "servers.otherAccount" } });
    const tasks = structuredClone(page.page.tasks);
    expect(tasks[0]).toMatchObject({ job: expect.any(String), files: [{ deleted: null }] });
    // Neither a retry, a cancel nor a deletion says anything to the servers.
    await expect(page.run()).rejects.toMatchObject({ fault: { code: "servers.otherAccount" } });
    const engine = await page.openEngine("cleaner");
    await engine.abandon();
    await engine.eraseFiles();
    expect(page.requests.slice(before)).toEqual([]);
    expect(page.page.tasks).toEqual(tasks);
    account = null;
    await expect(page.run()).rejects.toMatchObject({ fault: { code: "servers.signedOut" } });
    account = "anna";
    page.switchAccount();
    const [facts] = await Promise.all([page.run(), work()]);
    expect(facts).toEqual({ ...FACTS, runsWith: SERVER });
    expect(page.requests.filter((line) => line === "POST job/create")).toHaveLength(1);
  });

  it("whose response is lost before another account signs in is created once, by its next attempt", async () => {
    const [before, count] = [await creditsLeft(), (await jobsOf()).length];
    let account: string | null = "anna";
    const lost = openDocument("job-switched:1", {
      account: () => account,
      line: (name) => {
        if (name !== "job/create") return null;
        account = "ben";
        return "lost";
      },
    });
    await expect(lost.run()).rejects.toMatchObject({ fault: { code: "servers.otherAccount" } });
    expect(lost.page.tasks[0]).toMatchObject({ job: null, isCreating: true });
    const again = openDocument("job-switched:2", { tasks: lost.page.tasks });
    await Promise.all([again.run(), work()]);
    expect((await jobsOf()).length).toBe(count + 1);
    expect(before - (await creditsLeft())).toBe(1);
  });

  it("is canceled although the task before it, whose results are gone, was paid", async () => {
    const before = await creditsLeft();
    const upload = "e".repeat(24);
    const missing = openDocument("job-expired:1", {
      tasks: [
        { files: [{ upload, deleted: null }], job: "f".repeat(24), cost: 1, isSettled: true },
      ],
    });
    await expect(missing.run()).rejects.toMatchObject({ fault: { code: "servers.gone" } });
    const again = openDocument("job-expired:2", { tasks: missing.page.tasks });
    const ended = again.run().catch((error: unknown) => error);
    await poll(() => again.page.tasks[0]?.job ?? null).not.toBeNull();
    expect(again.page.tasks[0]).toMatchObject({ isSettled: false });
    again.abort.abort(new Error("canceled"));
    await ended;
    await poll(async () => (await jobsOf())[0]!.state).toBe("canceled");
    await poll(() => again.page.tasks[0]!.job).toBeNull();
    expect(await creditsLeft()).toBe(before);
  });

  it("is canceled although the answer to its creation is lost, also after a reload", async () => {
    const before = await creditsLeft();
    const count = (await jobsOf()).length;
    const lost = openDocument("job-lost:1", {
      line: (name) => {
        if (name !== "job/create") return null;
        lost.abort.abort(new Error("canceled"));
        return "lost";
      },
    });
    await expect(lost.run()).rejects.toThrow("canceled");
    await poll(() => lost.page.tasks[0]?.files[0]?.deleted ?? null).toBe(5000);
    expect((await jobsOf()).length).toBe(count + 1);
    expect((await jobsOf())[0]!.state).toBe("canceled");
    expect(lost.page.tasks[0]).toMatchObject({ job: null, isCreating: false, cost: 0 });

    const closing = openDocument("job-lost-reload:1", {
      line: (name) => {
        if (name !== "job/create") return null;
        setImmediate(closing.close);
        return "lost";
      },
    });
    void closing.run();
    await poll(async () => (await jobsOf()).length).toBe(count + 2);
    let isOld = true;
    const next = openDocument("job-lost-reload:1", {
      tasks: closing.page.tasks,
      line: (name) => (isOld && name === "job/cancel-creation" ? "missing" : null),
    });
    await (await next.openEngine("cleaner")).abandon();
    expect(next.page.tasks[0]).toMatchObject({ isCreating: true });
    isOld = false;
    await (await next.openEngine("cleaner")).abandon();
    expect((await jobsOf())[0]!.state).toBe("canceled");
    expect(next.page.tasks[0]).toMatchObject({ isCreating: false, files: [{ deleted: 5000 }] });
    expect(await creditsLeft()).toBe(before);
  });

  it("whose job was faster than the cancel of its lost creation is paid, and its outputs are deleted", async () => {
    const before = await creditsLeft();
    const lost = openDocument("job-lost-done:1", {
      line: (name) => {
        if (name !== "job/create") return null;
        setImmediate(lost.close);
        return "lost";
      },
    });
    void lost.run();
    await work();
    const next = openDocument("job-lost-done:1", { tasks: lost.page.tasks });
    await (await next.openEngine("cleaner")).abandon();
    expect(next.page.tasks[0]).toMatchObject({ job: null, isSettled: true, cost: 1 });
    expect(before - (await creditsLeft())).toBe(1);
  });

  it("that is canceled while its creation is on its way is not created by it", async () => {
    const count = (await jobsOf()).length;
    const late = Promise.withResolvers<void>();
    const slow = openDocument("job-late:1", {
      hold: (name) => name === "job/create" && late.promise,
    });
    const ended = slow.run().catch((error: unknown) => error);
    await poll(() => slow.requests.includes("POST job/create")).toBe(true);
    await (await slow.openEngine("cleaner")).abandon();
    expect(slow.page.tasks[0]).toMatchObject({ job: null, isCreating: false });
    slow.abort.abort(new Error("canceled"));
    late.resolve();
    expect(await ended).toMatchObject({ message: "canceled" });
    expect((await jobsOf()).length).toBe(count);
  });

  it("records nothing as deleted that the server keeps", async () => {
    const running = openDocument("job-running:1");
    const ended = running.run().catch((error: unknown) => error);
    await poll(() => running.page.tasks[0]?.job ?? null).not.toBeNull();
    await (await running.openEngine("cleaner")).eraseFiles();
    expect(running.page.tasks[0]).toMatchObject({
      job: expect.any(String),
      files: [{ deleted: null }],
    });
    running.abort.abort(new Error("canceled"));
    await ended;
    await poll(async () => (await jobsOf())[0]!.state).toBe("canceled");
  });

  it("sends only the file again that the server does not have any more", async () => {
    const song = new Blob(["song"]);
    const vocals = new Blob(["vocals"]);
    let isErased = false;
    const cover = (page: ReturnType<typeof openDocument>) =>
      page.openEngine("splitter").then((engine) =>
        engine
          .cover(
            {
              file: song,
              vocals,
              isLeaky: true,
              values: {} as never,
              takes: ["cover"],
              output: "flac",
            },
            { signal: page.abort.signal, sinks: [textSink().sink] },
          )
          .catch((error: unknown) => error),
      );
    const first = openDocument("cover-missing:1", {
      line: (name) => (name === "job/create" && !isErased ? "cut" : null),
    });
    const ended = cover(first);
    await poll(() => first.requests.includes("POST job/create")).toBe(true);
    const { upload } = first.page.tasks[0]!.files[1]!;
    await server.app.request(`https://api.example/audio/api/v1/uploads/${upload}`, {
      method: "DELETE",
      headers: { Authorization: user.token, "Tus-Resumable": "1.0.0" },
    });
    isErased = true;
    expect(await ended).toMatchObject({ fault: { code: "servers.gone" } });
    const again = openDocument("cover-missing:2", { tasks: first.page.tasks });
    void cover(again);
    await poll(() => again.page.tasks[0]?.job ?? null).not.toBeNull();
    expect(again.requests.filter((line) => line.startsWith("PATCH"))).toHaveLength(1);
    again.abort.abort(new Error("canceled"));
    await poll(() => again.page.tasks[0]!.job).toBeNull();
  });

  it("that was faster than its cancel is paid, and all that it made is deleted", async () => {
    const before = await creditsLeft();
    const late = openDocument("job-ten:1", {
      line: (name) => {
        if (name.startsWith("job/result")) late.abort.abort(new Error("canceled"));
        return null;
      },
    });
    const [ended] = await Promise.all([late.run().catch((error: unknown) => error), work()]);
    expect(ended).toMatchObject({ message: "canceled" });
    await poll(() => late.page.tasks[0]!.job).toBeNull();
    const [task] = late.page.tasks;
    expect(task).toMatchObject({ isSettled: true, cost: 1 });
    expect(task!.files.map(({ deleted }) => deleted)).toEqual([5000, 5000, 5000]);
    expect([late.page.held, before - (await creditsLeft())]).toEqual([1, 1]);
  });

  it("whose document was closed while it was created is not created a second time", async () => {
    const before = await creditsLeft();
    const count = (await jobsOf()).length;
    const closing = openDocument("job-eleven:1", {
      line: (name) => {
        if (name !== "job/create") return null;
        setImmediate(closing.close);
        return "lost";
      },
    });
    void closing.run();
    await poll(async () => (await jobsOf()).length).toBe(count + 1);
    const [next] = [openDocument("job-eleven:1", { tasks: closing.page.tasks })];
    await work();
    expect(await next.run()).toEqual({ ...FACTS, runsWith: SERVER });
    expect(next.requests.filter((one) => one.includes("uploads"))).toEqual([]);
    expect((await jobsOf()).length).toBe(count + 1);
    expect(before - (await creditsLeft())).toBe(1);
  });
});

/** A sink, and the text that was written to it. */
function textSink() {
  const decoder = new TextDecoder();
  const written = { text: "" };
  const sink = new WritableStream<SinkChunk>({
    write: (chunk) =>
      void (written.text += decoder.decode((chunk as { data: unknown }).data as Uint8Array)),
  });
  return { sink, written };
}

describe("JOB-6 a cover on the servers", () => {
  useOwnAccount();
  const { findings: _, unchanged: __, after, ...sound } = FACTS;
  const separation = { ...sound, after: [after], isMono: false, runsWith: null };
  const cover = { ...sound, after: [after, after] };
  const facts = (value: object) => JSON.parse(writeJobFacts<"run">(value as never)) as object;

  /** Separates and covers as the panel does. */
  async function makeCover(page: ReturnType<typeof openDocument>) {
    const engine = await page.openEngine("splitter");
    const song = new Blob(["song"]);
    const { signal } = page.abort;
    const vocals = textSink();
    const separated = await engine.separate(
      {
        file: song,
        preset: "vocals",
        stems: [{ stem: "vocals", parts: ["vocals"] }],
        output: "flac",
      },
      { signal, sinks: [vocals.sink] },
    );
    const takes = [textSink(), textSink()];
    const covered = await engine.cover(
      {
        file: song,
        vocals: new Blob([vocals.written.text]),
        isLeaky: true,
        values: { pitch: 3 } as never,
        takes: ["cover", "backing"],
        output: "flac",
      },
      { signal, sinks: takes.map(({ sink }) => sink) },
    );
    return { engine, separated, covered, texts: takes.map(({ written }) => written.text) };
  }

  it("is two jobs of half the price, whose results arrive in their own files, with their facts", async () => {
    const before = await creditsLeft();
    const page = openDocument("cover-one:1");
    const made = makeCover(page);
    expect(await workOnSong(facts(separation))).toMatchObject({
      task: { call: "separate", preset: "vocals", stems: [{ stem: "vocals" }] },
      inputs: ["song"],
    });
    expect(await workOnSong(facts(cover))).toMatchObject({
      task: {
        call: "cover",
        isLeaky: true,
        takes: ["cover", "backing"],
        values: [{ name: "pitch", value: "3" }],
      },
      inputs: ["song", "vocals"],
    });
    const { engine, separated, covered, texts } = await made;
    expect([separated, covered, texts]).toEqual([
      { ...separation, runsWith: SERVER },
      { ...cover, runsWith: SERVER },
      ["cover", "backing"],
    ]);
    expect([page.page.held, before - (await creditsLeft())]).toEqual([2, 2]);
    await engine.eraseFiles();
    expect(page.page.tasks.map(({ job }) => job)).toEqual([null, null]);
    const files = page.page.tasks.flatMap((task) => task.files);
    expect(files).toHaveLength(3 + 5);
    expect(new Set(files.map(({ deleted }) => deleted))).toEqual(new Set([5000]));
  });

  it("continues after its separation when it is tried again, and deletes that when it is canceled", async () => {
    const before = await creditsLeft();
    const first = openDocument("cover-two:1");
    const failed = makeCover(first).catch((error: unknown) => error);
    await workOnSong(facts(separation));
    await work({ kind: "failed", fault: "out_of_time" });
    expect(await failed).toMatchObject({ fault: { code: "servers.tooLarge" } });
    expect(first.page.tasks.map(({ cost }) => cost)).toEqual([1, 0]);

    const again = openDocument("cover-two:2", { tasks: first.page.tasks });
    const canceled = makeCover(again).catch((error: unknown) => error);
    await poll(() => again.page.tasks[1]?.job ?? null).not.toBeNull();
    again.abort.abort(new Error("canceled"));
    expect(await canceled).toMatchObject({ message: "canceled" });
    await poll(() => again.page.tasks.map(({ job }) => job).join()).toBe(",");
    await poll(() => again.page.tasks[0]!.files.every(({ deleted }) => deleted !== null)).toBe(
      true,
    );
    // Its separation is paid for once.
    expect(before - (await creditsLeft())).toBe(1);
    expect((await jobsOf()).slice(0, 3).map(({ state }) => state)).toEqual([
      "canceled",
      "failed",
      "done",
    ]);
  });
});

describe("JOB-6 models on the servers", () => {
  // The streams of the documents above stay open, and their number is limited for each account.
  beforeAll(async () => {
    user = await addJobAccount(server, 100);
  });
  const net = { id: "mdx-vocals", files: [], form: { kind: "mdx" } as never };

  it("are named by the id of the chosen one; faults of models say what to do", async () => {
    const page = openDocument("model-one:1");
    const engine = await page.openEngine("splitter");
    const separate = (key: string) =>
      engine.separate(
        {
          file: new Blob([key]),
          preset: "vocals",
          stems: [{ stem: "vocals", parts: ["vocals"] }],
          output: "flac",
          net,
        },
        { signal: page.abort.signal, sinks: [textSink().sink] },
      );
    for (const [fault, code] of [
      ["model_missing", "servers.modelMissing"],
      ["model_refused", "servers.modelRefused"],
      ["MODEL_DIGEST_WRONG", "servers.modelDamaged"],
    ] as const) {
      const ended = separate(fault).catch((error: unknown) => error);
      const job = await nextJob();
      const fail: RunTask = async ({ task }) => {
        expect(task).toMatchObject({ call: "separate", model: "mdx-vocals" });
        return { kind: "failed", fault };
      };
      await runAttempt(server.deps, job, fail, new AbortController().signal);
      expect(await ended).toMatchObject({ fault: { code } });
    }
  });

  it("write transcripts, which arrive as such; anything else is refused", async () => {
    const page = openDocument("transcript-one:1");
    const engine = await page.openEngine("cleaner");
    const transcribe = () =>
      engine.transcribe!(
        { file: new Blob(["talk"]), language: "en", model: { id: "moonshine" } },
        { signal: page.abort.signal },
      );
    const word = { start: 0, end: 5, from: 0.5, to: 1 };
    const transcript: Transcript = {
      engine: "studio",
      model: "Moonshine",
      language: "en",
      seconds: 2,
      speakers: [],
      lines: [{ text: "Hello", from: 0.5, to: 1, words: [word], speaker: null }],
      pauses: [],
    };
    const facts: JobFacts<"transcribe"> = {
      language: "en",
      seconds: 2,
      words: 1,
      model: "moonshine",
      runsWith: { backend: "wasm", threads: 1, reason: "no-adapter" },
    };
    const write = async (text: string): Promise<void> => {
      const make: RunTask = async ({ task, outputs }) => {
        expect(task).toEqual({ call: "transcribe", language: "en", model: "moonshine" });
        await fs.writeFile(outputs[0]!, text);
        await fs.writeFile(outputs[1]!, writeJobFacts<"transcribe">(facts));
        const json = { ending: "json", seconds: 0 };
        return { kind: "done", inputSeconds: 2, outputs: [json, json] };
      };
      await runAttempt(server.deps, await nextJob(), make, new AbortController().signal);
    };
    const [made] = await Promise.all([transcribe(), write(writeJson(transcript))]);
    expect(made).toMatchObject(transcript);
    const refused = transcribe().catch((error: unknown) => error);
    await write("[]");
    expect(await refused).toMatchObject({ fault: { code: "servers.damaged" } });
  });
});
