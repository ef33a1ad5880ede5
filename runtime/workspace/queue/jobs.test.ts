import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSteadyJobs } from "../../panel-kit/start/use-steady-jobs.ts";
import { ApiError } from "../../services/api/api-error.ts";
import { creditsText } from "../../contract/credits-text.ts";
import { FaultError } from "../../contract/fault.ts";
import { type Ledger, createCredits } from "./credits.ts";
import {
  type FakeBrowser,
  createFakeBrowser,
  createFakeStore,
  settle,
} from "../session/test-session.ts";
import { tidy } from "../session/tidy.ts";
import type { JobOutput, JobRun, JobRunner } from "../../contract/job-runner.ts";
import { purgedJob } from "./servers/on-servers.ts";
import { createJobsStore } from "./jobs.ts";
import type { OpenServerEngine, ServerRun } from "../../contract/server-tasks.ts";
import type { HostedCall } from "../../contract/hosted.ts";
import type { Job, JobSpec } from "../../contract/job.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { StoredFile } from "../session/stored.ts";
import type { WorkspaceEvent } from "../../contract/event.ts";
import { UNDO_MS } from "../../contract/file.ts";

/** A fake ledger whose calls can fail. */
function createFakeLedger() {
  const held = new Map<string, "held" | "settle" | "refund">();
  const keys = new Map<string, string>();
  const ledger = {
    /** Number of next calls that fail. */
    failing: 0,
    /** Responses wait for this promise. */
    gate: null as Promise<void> | null,
    asked: [] as unknown[],
    states: () => [...held.values()],
    reserve: async (request: unknown, key: string) => {
      await ledger.gate;
      if (ledger.failing > 0 && ledger.failing--) throw new Error("offline");
      ledger.asked.push(request);
      const usageId = keys.get(key) ?? `use-${held.size + 1}`;
      keys.set(key, usageId);
      if (!held.has(usageId)) held.set(usageId, "held");
      return { usageId, cost: 2 };
    },
    settle: (usageId: string) => close("settle", usageId),
    /** Credits that a refunded job costs nevertheless. */
    charged: 0 as number | null,
    async refund(usageId: string) {
      await close("refund", usageId);
      return ledger.charged;
    },
  };
  async function close(kind: "settle" | "refund", usageId: string): Promise<void> {
    if (ledger.failing > 0 && ledger.failing--) throw new Error("offline");
    // Closed once; repeating the call changes nothing.
    const state = held.get(usageId);
    if (state === "held") held.set(usageId, kind);
    else if (state !== kind) throw new Error(`${usageId} is ${state ?? "unknown"}, not to ${kind}`);
  }
  return ledger satisfies Ledger;
}

const SPEC: JobSpec = {
  panel: "enhance",
  preset: "denoise",
  tool: "background-audio-remover",
  title: "song.wav",
  fileIds: [],
  params: { strength: 3 },
  cost: 0,
};

/** A run that the test controls. */
interface Control extends JobRun<JsonObject> {
  finish(outputs?: readonly JobOutput[]): void;
  fail(error: unknown): void;
}

function open(
  browser: FakeBrowser,
  tab: string,
  {
    ledger = createFakeLedger(),
    account = (): string | null => "anna",
    concurrency = 1,
    hashInput = async (files: readonly Blob[]): Promise<string> => `hash of ${files.length}`,
    runner = null as JobRunner | null,
    openServerEngine = (async () => ({
      eraseFiles: async () => {},
      abandon: async () => {},
    })) as never as OpenServerEngine,
  } = {},
) {
  const events: WorkspaceEvent[] = [];
  const runs: Control[] = [];
  const reachable: (() => void)[] = [];
  const session = browser.open(tab);
  const { now, setTimer } = browser.timers;
  const report = (error: unknown): number => browser.reported.push(error);
  const credits = createCredits({
    ledger,
    account,
    closings: async () => (await session.open()).database.closings,
    now,
    setTimer,
    report,
  });
  const controlled: JobRunner = (run) =>
    new Promise((resolve, reject) => {
      runs.push({ ...run, finish: (outputs = []) => resolve(outputs), fail: reject });
    });
  const jobs = createJobsStore({
    session,
    files: {
      getState: () => ({
        files: [{ id: "f", duration: 61 } as never],
        selected: [],
        added: [],
        storage: {} as never,
        restored: true,
      }),
      async open(id) {
        if (id === "missing") throw new FaultError("file.missing");
        return new File(["sound"], `${id}.wav`);
      },
    },
    credits,
    account,
    links: {} as never,
    hosted: {
      translate: async (_: unknown, { onWait }: HostedCall) => {
        onWait?.(9000);
        await Promise.resolve();
        onWait?.(null);
        return ["Hallo"];
      },
    } as never,
    openEngine: async () => ({}) as never,
    openServerEngine,
    loadRunner: async (panel) => {
      if (panel === "absent") throw new TypeError("Failed to fetch dynamically imported module");
      return runner ?? controlled;
    },
    hashInput,
    storage: browser.storage,
    onReachable: (listener) => reachable.push(listener),
    describeError: (error) => ({ code: "job.failed", params: { message: String(error) } }),
    now,
    setTimer,
    onEvent: (event) => events.push(event),
    report,
    concurrency,
  });
  const job = (id: string): Job => jobs.getState().jobs.find((found) => found.id === id)!;
  const states = () => jobs.getState().jobs.map(({ state }) => state);
  const kinds = () => events.map(({ kind }) => kind);
  /** The network, or an account, is there again. */
  const reach = () => reachable.forEach((listener) => listener());
  return { jobs, job, states, events, kinds, runs, ledger, session, credits, reach };
}
const restored = async (browser: FakeBrowser, tab: string, options = {}) => {
  const opened = open(browser, tab, options);
  await tidy(opened.session, (job) => purgedJob(job, browser.timers.now()));
  await opened.jobs.restore();
  await settle();
  return opened;
};
const textOf = (name: string, text: string): JobOutput => ({
  kind: "blob",
  name,
  blob: new Blob([text], { type: "text/plain" }),
});

describe("TLS-1 a job", () => {
  it("gets files, parameters and preset, reports its progress, and leaves results", async () => {
    const browser = createFakeBrowser();
    const { jobs, job, runs, kinds } = open(browser, "one");
    const id = jobs.enqueue({ ...SPEC, fileIds: ["f"] });
    expect(job(id)).toMatchObject({ state: "queued", title: "song.wav", own: true, attempt: 1 });
    await settle();
    const [run] = runs;
    expect(run!.files.map(({ name }) => name)).toEqual(["f.wav"]);
    expect([run!.params, run!.preset]).toEqual([{ strength: 3 }, "denoise"]);
    expect(job(id)).toMatchObject({ state: "running", progress: null, left: null });
    run!.onProgress({ done: 0, stage: "analyse" });
    // The list without progress stays the same object.
    const steady = createSteadyJobs();
    const still = steady(jobs.getState().jobs);
    for (let part = 1; part <= 30; part++) {
      browser.timers.pass(100);
      run!.onProgress({ done: part / 100 });
      expect(steady(jobs.getState().jobs)).toBe(still);
    }
    expect(job(id)).toMatchObject({ progress: 0.3, stage: "analyse" });
    expect(Math.abs(job(id).left! - 7)).toBeLessThanOrEqual(1);
    const sink = await run!.sink("out.wav", "audio/wav");
    const writer = sink.getWriter();
    await writer.write(new TextEncoder().encode("****DATA"));
    await writer.write({ type: "write", position: 0, data: new TextEncoder().encode("HEAD") });
    await writer.close();
    run!.finish([await sink.finish(), textOf("note.txt", "small")]);
    await settle();
    expect(job(id)).toMatchObject({
      state: "done",
      progress: null,
      results: [
        { name: "out.wav", type: "audio/wav", size: 8, state: "ready" },
        { name: "note.txt", type: "text/plain", size: 5, state: "ready" },
      ],
    });
    const [first] = job(id).results;
    expect(await (await jobs.openResult(first!)).text()).toBe("HEADDATA");
    expect(kinds()).toEqual(["jobStarted", "jobDone", "queueEmpty"]);
    expect(jobs.busy()).toBe(false);
    expect(browser.reported).toEqual([]);
  });

  it("may work on a text in place of files: it is handed on, priced by its length and hashed", async () => {
    const sketch: JobRunner<{ voice: string }> = async ({ files, text, params }) => [
      textOf(`${files.length} files.txt`, `${params.voice} says ${text}`),
    ];
    const { jobs, job, ledger } = open(createFakeBrowser(), "one", {
      runner: sketch as unknown as JobRunner,
    });
    const text = "Good evening.";
    const { fileIds: _files, ...spec } = SPEC;
    const id = jobs.enqueue({
      ...spec,
      fileIds: [],
      text,
      params: { voice: "Mar" },
      cost: 1,
      seconds: 4,
    });
    await settle();
    expect(ledger.asked).toEqual([
      { tool: SPEC.tool, seconds: 4, inputHash: "hash of 1", hostedSeconds: 0 },
    ]);
    expect(job(id)).toMatchObject({ state: "done", text, fileIds: [] });
    const made = await jobs.openResult(job(id).results[0]!);
    expect([made.name, await made.text()]).toEqual(["0 files.txt", "Mar says Good evening."]);
    // The repeated job has the text, too.
    jobs.retry(id);
    await settle();
    expect(jobs.getState().jobs.at(-1)).toMatchObject({ state: "done", text });
  });

  it("progress that comes too often is shown four times a second", async () => {
    const browser = createFakeBrowser();
    const { jobs, job, runs } = open(browser, "one");
    const id = jobs.enqueue(SPEC);
    await settle();
    let notified = 0;
    jobs.subscribe(() => notified++);
    for (let part = 0; part < 1000; part++) runs[0]!.onProgress({ done: part / 1000 });
    expect(notified).toBe(1);
    runs[0]!.onProgress({ done: 1 });
    expect(job(id)).toMatchObject({ progress: 0.99, finishing: true });
    runs[0]!.onProgress({ done: null });
    browser.timers.pass(250);
    runs[0]!.onProgress({ done: null });
    expect(job(id).progress).toBeNull();
  });

  it("TLS-8 shows when a hosted model is asked again, until it is", async () => {
    const { jobs, job, runs } = open(createFakeBrowser(), "one");
    const id = jobs.enqueue(SPEC);
    await settle();
    const [run] = runs;
    run!.onProgress({ done: 0.5, stage: "translating" });
    const shown: unknown[] = [];
    jobs.subscribe(() => shown.push(job(id).retryAt));
    const call = { usageId: "", signal: run!.signal };
    expect(await run!.hosted.translate({ from: "en", to: "de", texts: ["Hello"] }, call)).toEqual([
      "Hallo",
    ]);
    expect(shown).toEqual([9000, null]);
    expect(job(id)).toMatchObject({ progress: 0.5, stage: "translating", retryAt: null });
    jobs.cancel(id);
    const count = shown.length;
    await run!.hosted.translate({ from: "en", to: "de", texts: ["Hello"] }, call);
    expect(shown).toHaveLength(count);
  });

  it("is cancelled within the same tick, whether or not it listens", async () => {
    const browser = createFakeBrowser();
    const { jobs, job, runs, states } = open(browser, "one");
    const id = jobs.enqueue(SPEC);
    jobs.enqueue(SPEC);
    await settle();
    const [run] = runs;
    const ended: string[] = [];
    run!.defer(() => ended.push("worker"));
    run!.defer(() => {
      throw new Error("cannot be ended");
    });
    run!.defer(() => ended.push("other"));
    const sink = await run!.sink("out.wav", "audio/wav");
    await sink.getWriter().write(new Uint8Array(5));
    const finished = await run!.sink("first.wav", "audio/wav");
    await finished.finish();
    expect(await browser.store.keys()).toHaveLength(1);
    jobs.cancel(id);
    expect(job(id).state).toBe("cancelled");
    expect(run!.signal.aborted).toBe(true);
    expect(ended).toEqual(["worker", "other"]);
    await settle();
    // The next one runs, and later reports of the first one change nothing.
    expect(states()).toEqual(["cancelled", "running"]);
    run!.onProgress({ done: 0.9 });
    run!.finish([textOf("late.txt", "late")]);
    await expect(run!.sink("late.wav", "audio/wav")).rejects.toMatchObject({ name: "AbortError" });
    await settle();
    expect(job(id)).toMatchObject({ state: "cancelled", progress: null, results: [] });
    expect(await browser.store.keys()).toEqual([]);
    run!.defer(() => ended.push("late"));
    expect(ended.at(-1)).toBe("late");
  });

  it("that fails says why, and the next one runs", async () => {
    const browser = createFakeBrowser();
    const { jobs, job, runs, states } = open(browser, "one");
    const ids = [SPEC, SPEC, { ...SPEC, fileIds: ["missing"] }, { ...SPEC, panel: "absent" }].map(
      (spec) => jobs.enqueue(spec),
    );
    await settle();
    runs[0]!.fail(new FaultError("file.silent"));
    await settle();
    runs[1]!.fail(new RangeError("odd"));
    await settle();
    expect(states()).toEqual(["failed", "failed", "failed", "failed"]);
    expect(ids.map((id) => job(id).error!.code)).toEqual([
      "file.silent",
      "job.failed",
      "file.missing",
      "job.failed",
    ]);
    expect(runs[0]!.signal.aborted).toBe(true);
  });

  it("can be tried again, and done again without losing its results", async () => {
    const browser = createFakeBrowser();
    const { jobs, job, runs, states } = open(browser, "one");
    const id = jobs.enqueue(SPEC);
    await settle();
    runs[0]!.fail(new Error("no"));
    await settle();
    jobs.retry(id);
    jobs.retry(id);
    expect(job(id)).toMatchObject({ state: "queued", error: null, attempt: 2 });
    await settle();
    runs[1]!.finish([textOf("a.txt", "1")]);
    await settle();
    jobs.retry(id);
    await settle();
    expect(states()).toEqual(["done", "running"]);
    expect(job(id).results).toHaveLength(1);
    expect(runs[2]!.params).toEqual({ strength: 3 });
  });

  it("a result that was not finished fails the job, and nothing is left of it", async () => {
    const browser = createFakeBrowser();
    const runner: JobRunner = async ({ sink }) => {
      const open_ = await sink("out.wav", "audio/wav");
      await open_.getWriter().write(new Uint8Array(3));
      return [{ kind: "written", id: "made up" }];
    };
    const { jobs, job } = open(browser, "one", { runner });
    const id = jobs.enqueue(SPEC);
    await settle();
    expect(job(id).state).toBe("failed");
    expect(await browser.store.keys()).toEqual([]);
  });

  it("TLS-4 a result without disk space continues in memory, and nothing is lost", async () => {
    const MiB = 1024 * 1024;
    const browser = createFakeBrowser({ store: createFakeStore({ quota: 4.5 * MiB }) });
    const runner: JobRunner = async ({ sink }) => {
      const result = await sink("out.wav", "audio/wav");
      const writer = result.getWriter();
      for (let part = 0; part < 8; part++) await writer.write(new Uint8Array(MiB).fill(part));
      await writer.write({ type: "write", position: 1, data: Uint8Array.of(99) });
      await writer.close();
      return [await result.finish()];
    };
    const { jobs, job } = open(browser, "one", { runner });
    const id = jobs.enqueue(SPEC);
    await expect.poll(() => job(id).state).toBe("done");
    const [result] = job(id).results;
    expect(result).toMatchObject({ size: 8 * MiB, state: "unsaved" });
    expect(jobs.busy()).toBe(true);
    const bytes = new Uint8Array(await (await jobs.openResult(result!)).arrayBuffer());
    expect(bytes.length).toBe(8 * MiB);
    expect([bytes[0], bytes[1], bytes[2]]).toEqual([0, 99, 0]);
    for (let part = 1; part < 8; part++) expect(bytes[part * MiB + 5]).toBe(part);
    browser.store.quota = 1e9;
    await jobs.saveResults();
    expect(job(id).results[0]!.state).toBe("ready");
    const saved = new Uint8Array(await (await jobs.openResult(result!)).arrayBuffer());
    expect(Buffer.from(saved).equals(Buffer.from(bytes))).toBe(true);
    expect(jobs.busy()).toBe(false);
  });
});

describe("WSP-5 the queue", () => {
  it("runs one after the other, in an order that can be changed", async () => {
    const browser = createFakeBrowser();
    const { jobs, job, runs } = open(browser, "one");
    const [a, b, c] = ["a", "b", "c"].map((title) => jobs.enqueue({ ...SPEC, title })) as [
      string,
      string,
      string,
    ];
    await settle();
    expect([a, b, c].map((id) => job(id).state)).toEqual(["running", "queued", "queued"]);
    jobs.move(c, 0);
    jobs.cancel(b);
    expect(job(b).state).toBe("cancelled");
    runs[0]!.finish();
    await settle();
    expect(job(c).state).toBe("running");
  });

  it("is there after a reload: what ran was interrupted and can be tried again", async () => {
    const browser = createFakeBrowser();
    const ledger = createFakeLedger();
    const first = await restored(browser, "one", { ledger });
    const done = first.jobs.enqueue(SPEC);
    await settle();
    first.runs[0]!.finish([textOf("a.txt", "kept")]);
    await settle();
    const running = first.jobs.enqueue({ ...SPEC, cost: 2, fileIds: ["f"] });
    const waiting = first.jobs.enqueue({ ...SPEC, params: { deep: [1, { a: null }] } });
    await settle();
    expect(ledger.states()).toEqual(["held"]);
    browser.close("one");

    const second = await restored(browser, "two", { ledger });
    expect(second.states()).toEqual(["done", "interrupted", "interrupted"]);
    expect(second.events).toContainEqual({ kind: "jobsInterrupted", count: 2 });
    expect(ledger.states()).toEqual(["refund"]);
    expect(await (await second.jobs.openResult(second.job(done).results[0]!)).text()).toBe("kept");
    expect(second.job(waiting).params).toEqual({ deep: [1, { a: null }] });
    second.jobs.retry(running);
    second.jobs.retry(waiting);
    await settle();
    expect(second.job(running)).toMatchObject({ state: "running", own: true, attempt: 2 });
    expect(ledger.states()).toEqual(["refund", "held"]);
    expect(browser.reported).toEqual([]);
  });

  it("JOB-6 a job on the servers goes on after a reload with what exists there, in one tab", async () => {
    const browser = createFakeBrowser();
    const ledger = createFakeLedger();
    const opened: ServerRun[] = [];
    let erased = 0;
    const openServerEngine: OpenServerEngine = async (run) => {
      opened.push(run);
      return { eraseFiles: async () => void erased++ } as never;
    };
    const options = { ledger, openServerEngine };
    const first = await restored(browser, "one", options);
    const id = first.jobs.enqueue({ ...SPEC, cost: 2, fileIds: ["f"], onServer: true });
    const local = first.jobs.enqueue(SPEC);
    await settle();
    // It does not wait for jobs of the device, nor they for it.
    expect(first.states()).toEqual(["running", "running"]);
    const tasks = [{ files: [{ upload: "u1", deleted: null }], job: "j1" }];
    opened[0]!.onTasks(tasks);
    opened[0]!.onHeld(3);
    await settle();
    expect(first.job(id)).toMatchObject({ onServer: true, cost: 3, sent: tasks[0]!.files });
    browser.close("one");

    const others = [
      await restored(browser, "two", options),
      await restored(browser, "three", options),
    ];
    await settle();
    const [own] = others.filter(({ job }) => job(id).own);
    expect(own!.job(id)).toMatchObject({ state: "running", attempt: 1, cost: 3 });
    expect(own!.job(local).state).toBe("interrupted");
    expect(others.flatMap(({ runs }) => runs)).toHaveLength(1);
    expect(opened.slice(1)).toMatchObject([{ key: `${id}:1`, tool: SPEC.tool, tasks }]);
    expect(opened[1]!.secondsOf(new Blob())).toBe(61);
    own!.runs[0]!.finish([textOf("a.txt", "made there")]);
    await settle();
    expect(own!.job(id).state).toBe("done");
    expect(erased).toBe(1);
    // The server holds and settles its credits.
    expect(ledger.asked).toEqual([]);
    expect(browser.reported).toEqual([]);
  });

  it.each([
    ["while it is sent", [], true],
    ["while the servers work", [{ files: [{ upload: "u1", deleted: null }], job: "j1" }], false],
    [
      "while its result is fetched",
      [{ files: [{ upload: "u1", deleted: null }], job: "j1", isSettled: true }],
      true,
    ],
  ])(
    "JOB-3 JOB-6 a job on the servers whose tab crashes twice %s",
    async (_when, tasks, isStopped) => {
      const browser = createFakeBrowser();
      const opened: ServerRun[] = [];
      const abandoned: string[] = [];
      const openServerEngine: OpenServerEngine = async (run) => {
        opened.push(run);
        return {
          eraseFiles: async () => {},
          abandon: async () => void abandoned.push(run.key),
        } as never;
      };
      let tab = await restored(browser, "tab-0", { openServerEngine });
      const id = tab.jobs.enqueue({ ...SPEC, onServer: true });
      await settle();
      for (let crashes = 1; crashes <= 2; crashes++) {
        opened.at(-1)!.onTasks(tasks);
        await settle();
        browser.close(`tab-${crashes - 1}`);
        tab = await restored(browser, `tab-${crashes}`, { openServerEngine });
      }
      expect(tab.job(id)).toMatchObject(
        isStopped ? { state: "interrupted", isStopped } : { state: "running", isStopped },
      );
      // What the servers have stays there until the visitor has decided.
      expect([opened.length, abandoned]).toEqual([isStopped ? 2 : 3, []]);
      if (!isStopped) return;
      tab.jobs.retry(id);
      await settle();
      expect(tab.job(id)).toMatchObject({ state: "running", isStopped: false, attempt: 1 });
      expect(opened.at(-1)).toMatchObject({ key: `${id}:1`, tasks });
      expect(browser.reported).toEqual([]);
    },
  );

  it("JOB-3 JOB-6 a stopped job that is removed is ended on the servers", async () => {
    const browser = createFakeBrowser();
    const abandoned: string[] = [];
    const tasks = [{ files: [{ upload: "u1", deleted: null }], job: "j1", isSettled: true }];
    const openServerEngine: OpenServerEngine = async (run) => {
      run.onTasks(tasks);
      return {
        eraseFiles: async () => {},
        abandon: async () => void abandoned.push(run.key),
      } as never;
    };
    let tab = await restored(browser, "tab-0", { openServerEngine });
    const id = tab.jobs.enqueue({ ...SPEC, onServer: true });
    await settle();
    for (const crashes of [1, 2]) {
      browser.close(`tab-${crashes - 1}`);
      tab = await restored(browser, `tab-${crashes}`, { openServerEngine });
    }
    expect(tab.job(id).isStopped).toBe(true);
    tab.jobs.remove(id);
    await settle();
    expect(abandoned).toEqual([`${id}:1`]);
  });

  it("TLS-8 USR-10 a job with hosted models goes on after a reload under the same credits, if its files are still there", async () => {
    const browser = createFakeBrowser();
    const ledger = createFakeLedger();
    const first = await restored(browser, "one", { ledger, concurrency: 3 });
    const { database } = await first.session.open();
    for (const [id, stored] of [
      ["here", true],
      ["lost", false],
    ] as const)
      await database.files.put({ id, stored, tab: "one", removedBy: null, rank: 0 } as StoredFile);
    const spec = { ...SPEC, cost: 2, hostedSeconds: 90 };
    const hosted = first.jobs.enqueue({ ...spec, fileIds: ["here"] });
    const without = first.jobs.enqueue({ ...spec, fileIds: ["lost"] });
    const local = first.jobs.enqueue({ ...SPEC, cost: 2, fileIds: ["here"] });
    await settle();
    expect(first.runs.map(({ usageId }) => usageId)).toEqual(["use-1", "use-2", "use-3"]);
    browser.close("one");

    const second = await restored(browser, "two", { ledger });
    expect([hosted, without, local].map((id) => second.job(id).state)).toEqual([
      "running",
      "interrupted",
      "interrupted",
    ]);
    expect(second.job(hosted).attempt).toBe(1);
    expect(second.runs.map(({ usageId }) => usageId)).toEqual(["use-1"]);
    second.runs[0]!.finish([textOf("a.txt", "made there")]);
    await settle();
    expect(second.job(hosted).state).toBe("done");
    expect(ledger.states()).toEqual(["settle", "refund", "refund"]);
    expect(browser.reported).toEqual([]);
  });

  describe("TLS-8 USR-10 a job with hosted models whose tab crashes", () => {
    const text = { ...SPEC, fileIds: [], text: "Speak.", cost: 2, hostedSeconds: 90 };

    /** A job that has been running in two tabs when they crashed. */
    async function crashTwice() {
      const browser = createFakeBrowser();
      const ledger = createFakeLedger();
      const first = await restored(browser, "one", { ledger });
      const id = first.jobs.enqueue(text);
      await settle();
      browser.close("one");
      const second = await restored(browser, "two", { ledger });
      expect(second.job(id).state).toBe("running");
      browser.close("two");
      const third = await restored(browser, "three", { ledger });
      return { browser, ledger, third, id };
    }

    it("is stopped after the second crash, keeps its credits, and lets others run", async () => {
      const { browser, ledger, third, id } = await crashTwice();
      expect(third.job(id)).toMatchObject({ state: "interrupted", isStopped: true, own: true });
      expect(creditsText(third.job(id))).toBeNull();
      expect(third.kinds()).toContain("jobsInterrupted");
      const next = third.jobs.enqueue({ ...text, text: "Another." });
      await settle();
      expect(third.job(next).state).toBe("running");
      // It stays so after a reload, with what it has paid for.
      third.jobs.leave();
      await settle();
      browser.close("three");
      const fourth = await restored(browser, "four", { ledger });
      expect(fourth.job(id)).toMatchObject({ isStopped: true, usageId: "use-1" });
      expect(ledger.states()).toEqual(["held", "held"]);
    });

    it("continues under the same credits when it is started again", async () => {
      const { browser, ledger, third, id } = await crashTwice();
      third.jobs.retry(id);
      await settle();
      expect(third.job(id)).toMatchObject({ state: "running", isStopped: false, attempt: 1 });
      expect(third.runs.at(-1)!.usageId).toBe("use-1");
      // Another crash is the first one again.
      browser.close("three");
      const fourth = await restored(browser, "four", { ledger });
      expect(fourth.job(id).state).toBe("running");
    });

    it("is refunded when it is removed, which can be undone", async () => {
      const { ledger, third, id } = await crashTwice();
      const undo = third.jobs.remove(id);
      await settle();
      expect(ledger.states()).toEqual(["refund"]);
      undo();
      expect(third.job(id)).toMatchObject({ state: "cancelled", isStopped: false });
    });

    it("is not stopped by any number of reloads", async () => {
      const browser = createFakeBrowser();
      const first = await restored(browser, "tab-0");
      const id = first.jobs.enqueue(text);
      await settle();
      let tab = first;
      for (let count = 1; count < 5; count++) {
        tab.jobs.leave();
        await settle();
        browser.close(`tab-${count - 1}`);
        tab = await restored(browser, `tab-${count}`);
        expect(tab.job(id).state).toBe("running");
      }
    });
  });

  it("JOB-6 on the device, no job of any panel opens the servers", async () => {
    const panels = fs
      .readdirSync(new URL("../../panels", import.meta.url), { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    expect(panels.length).toBeGreaterThan(12);
    let opened = 0;
    const { jobs, runs } = open(createFakeBrowser(), "one", {
      concurrency: panels.length,
      openServerEngine: async () => {
        opened++;
        return { eraseFiles: async () => {} } as never;
      },
    });
    for (const panel of panels) jobs.enqueue({ ...SPEC, panel });
    await settle();
    expect(runs).toHaveLength(panels.length);
    for (const run of runs) run.finish([textOf("a.txt", "made here")]);
    await settle();
    expect(jobs.getState().jobs.every(({ state }) => state === "done")).toBe(true);
    expect(opened).toBe(0);
  });

  it("JOB-6 a deletion that a closed tab did not complete is requested again by one other tab", async () => {
    const browser = createFakeBrowser();
    const opened: ServerRun[] = [];
    const openServerEngine: OpenServerEngine = async (run) => {
      opened.push(run);
      const eraseFiles = async (): Promise<void> => {
        // The first tab closes before the server answers.
        if (opened.length > 1) run.onTasks(run.tasks.map((task) => ({ ...task, job: null })));
      };
      return { eraseFiles } as never;
    };
    const first = await restored(browser, "one", { openServerEngine });
    const id = first.jobs.enqueue({ ...SPEC, onServer: true });
    await settle();
    // Closing the tab interrupts nothing as soon as the servers have the job.
    expect(first.jobs.busy()).toBe(true);
    const tasks = [{ files: [{ upload: "u1", deleted: null }], job: "j1" }];
    opened[0]!.onTasks(tasks);
    await settle();
    expect(first.jobs.busy()).toBe(false);
    first.runs[0]!.finish([textOf("a.txt", "made there")]);
    await settle();
    expect(first.job(id).state).toBe("done");
    browser.close("one");
    await restored(browser, "two", { openServerEngine });
    await restored(browser, "three", { openServerEngine });
    await settle();
    expect(opened.slice(1)).toMatchObject([{ key: `${id}:1`, tasks }]);
    browser.close("two");
    browser.close("three");
    await restored(browser, "four", { openServerEngine });
    await settle();
    expect(opened).toHaveLength(2);
    expect(browser.reported).toEqual([]);
  });

  it("JOB-6 a canceled job is ended on the servers, at once and again by the next tab", async () => {
    const browser = createFakeBrowser();
    const abandoned: string[] = [];
    const opened = new Map<string, ServerRun>();
    const openServerEngine: OpenServerEngine = async (run) => {
      opened.set(run.key, run);
      return {
        eraseFiles: async () => {},
        abandon: async () => void abandoned.push(run.key),
      } as never;
    };
    const { jobs, job } = await restored(browser, "one", { openServerEngine });
    const id = jobs.enqueue({ ...SPEC, onServer: true });
    await settle();
    const settled = { files: [{ upload: "u1", deleted: 1 }], job: "j1", cost: 2, isSettled: true };
    opened
      .get(`${id}:1`)!
      .onTasks([settled, { files: [{ upload: "u2", deleted: null }], job: "j2", cost: 3 }]);
    jobs.cancel(id);
    await settle();
    expect(abandoned).toEqual([`${id}:1`]);
    // The server has returned what it held for the second task alone.
    expect([job(id).state, job(id).charged]).toEqual(["cancelled", 2]);
    // What it was faster with is charged.
    opened.get(`${id}:1`)!.onTasks([settled, { files: [], job: "j2", cost: 3, isSettled: true }]);
    expect(job(id).charged).toBe(5);
    await settle();
    // The next tab asks again for what no server has confirmed.
    browser.close("one");
    await restored(browser, "two", { openServerEngine });
    await settle();
    expect(abandoned).toEqual([`${id}:1`, `${id}:1`]);
    expect(browser.reported).toEqual([]);
  });

  it("JOB-6 a canceled job starts over, and closing the tab interrupts what is sent for its next task", async () => {
    const opened: ServerRun[] = [];
    const { jobs } = open(createFakeBrowser(), "one", {
      openServerEngine: async (run) => {
        opened.push(run);
        return { eraseFiles: async () => {}, abandon: async () => {} } as never;
      },
    });
    const id = jobs.enqueue({ ...SPEC, onServer: true });
    await settle();
    const first = { files: [{ upload: "u1", deleted: null }], job: "j1" };
    opened[0]!.onTasks([first]);
    expect(jobs.busy()).toBe(false);
    opened[0]!.onTasks([first, { files: [{ upload: "u2", deleted: null }], job: null }]);
    expect(jobs.busy()).toBe(true);
    jobs.cancel(id);
    await settle();
    jobs.retry(id);
    await settle();
    expect(opened[1]).toMatchObject({ key: `${id}:2`, tasks: [] });
  });

  it("JOB-6 what a job has on the servers stays with the account that started it", async () => {
    let account = "anna";
    const opened: ServerRun[] = [];
    const { jobs, runs } = open(createFakeBrowser(), "one", {
      account: () => account,
      openServerEngine: async (run) => {
        opened.push(run);
        return { eraseFiles: async () => {}, abandon: async () => {} } as never;
      },
    });
    const id = jobs.enqueue({ ...SPEC, onServer: true });
    await settle();
    opened[0]!.onTasks([{ files: [{ upload: "u1", deleted: null }], job: "j1" }]);
    account = "ben";
    runs[0]!.fail(new FaultError("servers.otherAccount"));
    await settle();
    jobs.retry(id);
    await settle();
    expect(opened[1]!.account).toBe("anna");
    // Once the servers have nothing of it, it is a job like any other, which starts over.
    opened[1]!.onTasks([{ files: [{ upload: "u1", deleted: 9 }], job: null }]);
    runs[1]!.fail(new FaultError("servers.gone"));
    await settle();
    jobs.retry(id);
    await settle();
    expect(opened[2]).toMatchObject({ account: "ben", tasks: [] });
  });

  it("JOB-5 removing a job for good has the servers delete what they keep of it", async () => {
    const browser = createFakeBrowser();
    const ended: string[] = [];
    const opened: ServerRun[] = [];
    const { jobs, runs } = open(browser, "one", {
      openServerEngine: async (run) => {
        opened.push(run);
        return { abandon: async () => void ended.push(run.key) } as never;
      },
    });
    const id = jobs.enqueue({ ...SPEC, onServer: true });
    await settle();
    opened[0]!.onTasks([{ files: [{ upload: "u1", deleted: null }], job: null }]);
    runs[0]!.fail(new FaultError("servers.failed"));
    await settle();
    jobs.remove(id);
    await settle();
    expect(ended).toEqual([]);
    browser.timers.pass(UNDO_MS);
    await settle();
    expect(ended).toEqual([`${id}:1`]);
  });

  it("JOB-6 a job that was removed while its account was away is canceled by it, also after a reload", async () => {
    const browser = createFakeBrowser();
    let account = "anna";
    const callers: (string | null)[] = [];
    const openServerEngine: OpenServerEngine = async (run) =>
      ({
        abandon: async () => {
          callers.push(run.account === account ? account : null);
          if (run.account !== account) return;
          run.onTasks(
            run.tasks.map((task) => ({
              ...task,
              job: null,
              files: task.files.map((file) => ({ ...file, deleted: 7 })),
            })),
          );
        },
        eraseFiles: async () => {},
        run: () => run.onTasks([{ files: [{ upload: "u1", deleted: null }], job: "j1" }]),
      }) as never;
    const options = { account: () => account, openServerEngine };
    const start = async (tab: string) => {
      const opened = await restored(browser, tab, options);
      const id = opened.jobs.enqueue({ ...SPEC, onServer: true });
      await settle();
      (opened.runs.at(-1)!.engine as unknown as { run: () => void }).run();
      account = "ben";
      opened.jobs.remove(id);
      await settle();
      browser.timers.pass(UNDO_MS);
      await settle();
      expect(opened.states()).toEqual([]);
      expect(await browser.database.jobs.all()).toHaveLength(1);
      return opened;
    };
    const one = await start("one");
    account = "anna";
    one.reach();
    await settle();
    expect(callers.at(-1)).toBe("anna");
    expect(await browser.database.jobs.all()).toEqual([]);

    await start("one-more");
    browser.close("one");
    browser.close("one-more");
    const two = await restored(browser, "two", options);
    expect(two.states()).toEqual([]);
    expect(await browser.database.jobs.all()).toHaveLength(1);
    account = "anna";
    two.reach();
    await settle();
    expect(await browser.database.jobs.all()).toEqual([]);
  });

  it("JOB-6 a cancel that the servers have not confirmed is repeated, also once the job was started again", async () => {
    const browser = createFakeBrowser();
    let isDown = true;
    const abandoned: string[] = [];
    const openServerEngine: OpenServerEngine = async (run) =>
      ({
        abandon: async () => {
          abandoned.push(run.tasks.map(({ job }) => job).join());
          if (!isDown) run.onTasks(run.tasks.map(() => ({ files: [], job: null })));
        },
        run: () => run.onTasks([{ files: [], job: `job of ${run.key}` }]),
      }) as never;
    const { jobs, job, runs, states } = await restored(browser, "one", { openServerEngine });
    const id = jobs.enqueue({ ...SPEC, onServer: true });
    await settle();
    (runs[0]!.engine as unknown as { run: () => void }).run();
    jobs.cancel(id);
    await settle();
    jobs.retry(id);
    await settle();
    expect([job(id).attempt, states()]).toEqual([2, ["running"]]);
    (runs[1]!.engine as unknown as { run: () => void }).run();
    isDown = false;
    const { length } = abandoned;
    browser.timers.pass(5000);
    await settle();
    expect(abandoned.slice(length)).toEqual([`job of ${id}:1`]);
    expect((await browser.database.jobs.all()).map(({ serverTasks }) => serverTasks)).toEqual([
      [{ files: [], job: `job of ${id}:2` }],
    ]);
    browser.timers.pass(600_000);
    await settle();
    expect(abandoned).toHaveLength(length + 1);
    expect(browser.reported).toEqual([]);
  });

  it("JOB-6 a job on the servers that has failed is tried again with what exists there", async () => {
    const opened: ServerRun[] = [];
    const { jobs, runs } = open(createFakeBrowser(), "one", {
      openServerEngine: async (run) => {
        opened.push(run);
        return { eraseFiles: async () => {} } as never;
      },
    });
    const id = jobs.enqueue({ ...SPEC, onServer: true });
    await settle();
    const tasks = [{ files: [{ upload: "u1", deleted: null }], job: null }];
    opened[0]!.onTasks(tasks);
    runs[0]!.fail(new FaultError("servers.unreachable"));
    await settle();
    jobs.retry(id);
    await settle();
    expect(opened[1]).toMatchObject({ key: `${id}:2`, tasks });
    // What the first attempt does late does not concern the second.
    opened[0]!.onTasks([]);
    expect(jobs.getState().jobs[0]!.sent).toEqual(tasks[0]!.files);
  });

  it("a job belongs to one tab; others see it, and can end it", async () => {
    const browser = createFakeBrowser();
    const one = await restored(browser, "one");
    const two = await restored(browser, "two");
    const id = one.jobs.enqueue(SPEC);
    await settle();
    expect(two.job(id)).toMatchObject({ state: "running", own: false });
    expect(two.jobs.busy()).toBe(false);
    expect(two.runs).toHaveLength(0);
    expect(two.jobs.inUse()).toEqual(new Set(SPEC.fileIds));
    two.jobs.cancel(id);
    await settle();
    expect(one.job(id).state).toBe("cancelled");
    expect(two.job(id).state).toBe("cancelled");
    two.jobs.retry(id);
    await settle();
    expect(two.job(id)).toMatchObject({ state: "running", own: true });
    expect(one.job(id)).toMatchObject({ state: "running", own: false });
  });

  it("a tab that crashes beside another leaves its jobs to it", async () => {
    const browser = createFakeBrowser();
    const one = await restored(browser, "one");
    const two = await restored(browser, "two");
    const id = one.jobs.enqueue(SPEC);
    await settle();
    browser.close("one");
    await settle();
    expect(two.job(id).state).toBe("interrupted");
  });

  it("a removed job is removed with its results, unless that is undone", async () => {
    const browser = createFakeBrowser();
    const { jobs, job, runs, states } = open(browser, "one");
    const id = jobs.enqueue(SPEC);
    await settle();
    runs[0]!.finish([textOf("a.txt", "1"), textOf("b.txt", "2")]);
    await settle();
    jobs.remove(id)();
    expect(states()).toEqual(["done"]);
    const [a] = job(id).results;
    await jobs.removeResults([a!.id]);
    expect(job(id).results.map(({ name }) => name)).toEqual(["b.txt"]);
    expect(await browser.store.keys()).toHaveLength(1);
    await expect(jobs.openResult(a!)).rejects.toMatchObject({ fault: { code: "file.missing" } });
    jobs.remove(id);
    browser.timers.pass(UNDO_MS);
    await settle();
    expect(states()).toEqual([]);
    expect(await browser.store.keys()).toEqual([]);
    expect(await browser.database.jobs.all()).toEqual([]);
  });

  it("removing a job that runs ends it; undone, it is there as cancelled", async () => {
    const browser = createFakeBrowser();
    const { jobs, runs, states } = open(browser, "one");
    const id = jobs.enqueue(SPEC);
    await settle();
    const undo = jobs.remove(id);
    expect(runs[0]!.signal.aborted).toBe(true);
    undo();
    expect(states()).toEqual(["cancelled"]);
  });
});

describe("USR-10 credits", () => {
  it("are held before a job runs, with the length and the hash of its input, and settled when it is done", async () => {
    const browser = createFakeBrowser();
    const { jobs, job, runs, ledger } = open(browser, "one");
    const id = jobs.enqueue({ ...SPEC, cost: 3, fileIds: ["f"] });
    await settle();
    expect(ledger.asked).toEqual([
      { tool: SPEC.tool, seconds: 61, inputHash: "hash of 1", hostedSeconds: 0 },
    ]);
    expect(job(id)).toMatchObject({ state: "running", cost: 2, usageId: "use-1" });
    runs[0]!.finish();
    await settle();
    expect(ledger.states()).toEqual(["settle"]);
    expect(await browser.database.closings.all()).toEqual([]);
  });

  it("USR-15 come back when it has changed nothing, which it says; the same costs again then", async () => {
    const browser = createFakeBrowser();
    const { jobs, job, runs, ledger } = open(browser, "one");
    const id = jobs.enqueue({ ...SPEC, cost: 3 });
    await settle();
    runs[0]!.finish([{ ...textOf("a.txt", "1"), unchanged: "panel-kit:nothing.silence" }]);
    await settle();
    expect(ledger.states()).toEqual(["refund"]);
    expect(job(id)).toMatchObject({
      state: "done",
      unchanged: "panel-kit:nothing.silence",
      cost: 0,
    });
    expect(job(id).results).toHaveLength(1);
    jobs.retry(id);
    await settle();
    expect(jobs.getState().jobs.at(-1)).toMatchObject({ state: "running", unchanged: null });
    expect(ledger.asked).toHaveLength(2);
  });

  it("USR-15 are settled when one of its results was changed", async () => {
    const { jobs, job, runs, ledger } = open(createFakeBrowser(), "one");
    const id = jobs.enqueue({ ...SPEC, cost: 3 });
    await settle();
    runs[0]!.finish([{ ...textOf("a", "1"), unchanged: "key" }, textOf("b", "2")]);
    await settle();
    expect(ledger.states()).toEqual(["settle"]);
    expect(job(id).unchanged).toBeNull();
  });

  it("come back when it fails", async () => {
    const { jobs, runs, ledger } = open(createFakeBrowser(), "one");
    jobs.enqueue({ ...SPEC, cost: 3 });
    await settle();
    runs[0]!.fail(new Error("no"));
    await settle();
    expect(ledger.states()).toEqual(["refund"]);
  });

  it("USR-10 work of hosted models stays paid, and the amount is shown once it is known", async () => {
    const { jobs, runs, job, ledger } = open(createFakeBrowser(), "one");
    const plain = jobs.enqueue({ ...SPEC, cost: 3 });
    await settle();
    runs[0]!.fail(new Error("no"));
    await settle();
    expect(creditsText(job(plain))).toEqual(["errors:credits.returned"]);
    ledger.charged = 2;
    const hosted = jobs.enqueue({ ...SPEC, cost: 3, hostedSeconds: 90 });
    await settle();
    expect(ledger.asked.at(-1)).toMatchObject({ hostedSeconds: 90 });
    runs[1]!.fail(new Error("no"));
    expect(creditsText(job(hosted))).toEqual(null);
    await settle();
    expect(creditsText(job(hosted))).toEqual(["errors:credits.charged", { credits: 2 }]);
    const canceled = jobs.enqueue({ ...SPEC, cost: 3, hostedSeconds: 90 });
    await settle();
    jobs.cancel(canceled);
    await settle();
    expect(creditsText(job(canceled))).toEqual(["errors:credits.charged", { credits: 2 }]);
    jobs.retry(canceled);
    expect(job(canceled).charged).toBeNull();
  });

  it("USR-10 while the cost of hosted work is unknown, no full refund is shown", async () => {
    const { jobs, runs, job, ledger } = open(createFakeBrowser(), "one");
    const id = jobs.enqueue({ ...SPEC, cost: 3, hostedSeconds: 90 });
    await settle();
    ledger.failing = 1;
    runs[0]!.fail(new Error("no"));
    await settle();
    expect(creditsText(job(id))).toEqual(["errors:credits.pending"]);
  });

  it("USR-10 an interrupted job names no refund: its line says that it cost nothing, unless hosted work did", () => {
    const interrupted = {
      state: "interrupted",
      isStopped: false,
      usageId: "u",
      charged: null,
      onServer: false,
    } as const;
    expect(creditsText({ ...interrupted, hostedSeconds: 0 })).toBeNull();
    expect(creditsText({ ...interrupted, hostedSeconds: 90 })).toEqual(["errors:credits.pending"]);
    expect(creditsText({ ...interrupted, hostedSeconds: 90, charged: 0 })).toBeNull();
    expect(creditsText({ ...interrupted, hostedSeconds: 90, charged: 2 })).toEqual([
      "errors:credits.charged",
      { credits: 2 },
    ]);
  });

  it("ERR-1 offline, a job with a price fails because credits are counted by the site", async () => {
    const ledger = createFakeLedger();
    ledger.reserve = () => Promise.reject(new ApiError("", { key: "offline" }));
    const { jobs, job, runs } = open(createFakeBrowser(), "one", { ledger });
    const [paid, free] = [3, 0].map((cost) => jobs.enqueue({ ...SPEC, cost }));
    await settle();
    expect(job(paid!)).toMatchObject({ state: "failed", error: { code: "credits.offline" } });
    expect(job(free!).state).toBe("running");
    expect(runs).toHaveLength(1);
  });

  it("come back when it is cancelled while they are being held", async () => {
    const { jobs, job, runs, ledger } = open(createFakeBrowser(), "one");
    let letGo = (): void => {};
    ledger.gate = new Promise((resolve) => (letGo = resolve));
    const id = jobs.enqueue({ ...SPEC, cost: 3 });
    await settle();
    expect(job(id).state).toBe("reserving");
    jobs.cancel(id);
    expect(job(id).state).toBe("cancelled");
    letGo();
    await settle();
    expect(runs).toHaveLength(0);
    expect(ledger.states()).toEqual(["refund"]);
  });

  it("a job whose credits cannot be held does not run", async () => {
    const { jobs, job, runs, ledger } = open(createFakeBrowser(), "one");
    ledger.failing = 1;
    const id = jobs.enqueue({ ...SPEC, cost: 3 });
    await settle();
    expect(job(id).state).toBe("failed");
    expect(runs).toHaveLength(0);
  });

  it("are those of the account that is signed in once the input has been hashed", async () => {
    let account = "anna";
    const browser = createFakeBrowser();
    const { jobs, runs, session } = open(browser, "one", {
      account: () => account,
      hashInput: async () => {
        account = "ben";
        return "hash";
      },
    });
    const id = jobs.enqueue({ ...SPEC, cost: 2 });
    await settle();
    expect(runs).toHaveLength(1);
    const { database } = await session.open();
    expect(await database.jobs.get([id])).toMatchObject([{ account: "ben", held: true }]);
  });

  it("a settlement waits for the account that holds the credits", async () => {
    const browser = createFakeBrowser();
    const ledger = createFakeLedger();
    let account = "anna";
    const one = await restored(browser, "one", { ledger, account: () => account });
    one.jobs.enqueue({ ...SPEC, cost: 3 });
    await settle();
    account = "ben";
    one.runs[0]!.finish([textOf("a.txt", "1")]);
    await settle();
    browser.timers.pass(5000);
    await settle();
    expect(ledger.states()).toEqual(["held"]);
    account = "anna";
    browser.timers.pass(10_000);
    await settle();
    expect(ledger.states()).toEqual(["settle"]);
  });

  it("a settlement that does not reach the server is repeated, also after a reload", async () => {
    const browser = createFakeBrowser();
    const ledger = createFakeLedger();
    const one = await restored(browser, "one", { ledger });
    const id = one.jobs.enqueue({ ...SPEC, cost: 3 });
    await settle();
    ledger.failing = 2;
    one.runs[0]!.finish([textOf("a.txt", "1")]);
    await settle();
    expect(one.job(id).state).toBe("done");
    expect(ledger.states()).toEqual(["held"]);
    browser.timers.pass(5000);
    await settle();
    expect(ledger.states()).toEqual(["held"]);
    browser.close("one");
    await restored(browser, "two", { ledger });
    expect(ledger.states()).toEqual(["settle"]);
    expect(await browser.database.closings.all()).toEqual([]);
  });
});

describe("WSP-5 USR-10 whatever happens to the queue", () => {
  type Step =
    | { readonly do: "enqueue"; readonly cost: number }
    | {
        readonly do: "cancel" | "retry" | "remove" | "finish" | "fail" | "move";
        readonly at: number;
      }
    | { readonly do: "offline" | "wait" | "crash" };
  const at = fc.nat(12);
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant("enqueue" as const), cost: fc.nat(2) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constantFrom("cancel", "retry", "remove", "finish", "finish", "fail", "move"),
        at,
      }) as fc.Arbitrary<Step>,
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constantFrom("offline", "wait", "wait", "crash") }),
    },
  );

  it("no more run than may, none is lost, and all that was held is settled or given back", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, concurrency) => {
          const browser = createFakeBrowser();
          const ledger = createFakeLedger();
          let tabs = 1;
          let tab = await restored(browser, "tab1", { ledger, concurrency });
          const ended = new Set<Control>();
          const expected = new Set<string>();
          const pick = <T>(items: readonly T[], index: number): T | undefined =>
            items[index % Math.max(1, items.length)];

          for (const one of steps) {
            const { jobs, runs } = tab;
            const listed = jobs.getState().jobs;
            const open_ = runs.filter((run) => !ended.has(run) && !run.signal.aborted);
            if (one.do === "enqueue") expected.add(jobs.enqueue({ ...SPEC, cost: one.cost }));
            else if (one.do === "offline") ledger.failing = 2;
            else if (one.do === "crash") {
              browser.close(`tab${tabs}`);
              tab = await restored(browser, `tab${++tabs}`, { ledger, concurrency });
            } else if ("at" in one) {
              const job = pick(listed, one.at);
              const run = pick(open_, one.at);
              if (one.do === "cancel" && job) jobs.cancel(job.id);
              if (one.do === "move" && job) jobs.move(job.id, one.at % 3);
              if (one.do === "retry" && job) {
                const before = new Set(listed.map(({ id }) => id));
                jobs.retry(job.id);
                for (const { id } of jobs.getState().jobs) if (!before.has(id)) expected.add(id);
              }
              if (one.do === "remove" && job) {
                jobs.remove(job.id);
                expected.delete(job.id);
              }
              if ((one.do === "finish" || one.do === "fail") && run) {
                ended.add(run);
                if (one.do === "finish") run.finish([textOf("a.txt", "1")]);
                else run.fail(new Error("no"));
              }
            }
            if (one.do === "wait") browser.timers.pass(400_000);
            await settle();
            const states = tab.states();
            const active = states.filter((state) => state === "running" || state === "reserving");
            expect(active.length).toBeLessThanOrEqual(concurrency);
            // A job waits only while others run.
            if (states.includes("queued")) expect(active.length).toBe(concurrency);
            expect(new Set(tab.jobs.getState().jobs.map(({ id }) => id))).toEqual(expected);
          }

          for (let round = 0; round < 30; round++) {
            for (const run of tab.runs)
              if (!ended.has(run) && !run.signal.aborted) {
                ended.add(run);
                run.finish();
              }
            browser.timers.pass(400_000);
            await settle();
          }
          expect(tab.jobs.busy()).toBe(false);
          expect(ledger.states().filter((state) => state === "held")).toEqual([]);
          expect(await browser.database.closings.all()).toEqual([]);
          const stored = await browser.database.jobs.all();
          expect(stored.filter(({ held }) => held)).toEqual([]);
          expect(new Set(stored.map(({ id }) => id))).toEqual(expected);
          // Every stored byte belongs to a result.
          const results = stored.flatMap((job) => job.results.map(({ id }) => id));
          expect((await browser.store.keys()).toSorted()).toEqual(results.toSorted());
          // A crashed tab can no longer write, which it reports.
          expect(browser.reported.map(String).filter((text) => !text.includes("has gone"))).toEqual(
            [],
          );
        },
      ),
      { numRuns: 60 },
    );
  }, 120_000);
});
