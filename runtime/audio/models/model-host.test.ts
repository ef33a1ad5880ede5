import { beforeEach, expect, it } from "vitest";
import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import type { WorkerLike } from "../engine-types.ts";
import type { WorkerInput, WorkerOutput } from "../worker/tasks/audio-tasks.ts";
import { createModelHost } from "./model-host.ts";
import type { HostedModel } from "./model-slots.ts";

interface FakeWorker extends WorkerLike {
  readonly received: WorkerInput[];
  ended: boolean;
  say(message: WorkerOutput): void;
}

let workers: FakeWorker[];
let timers: { readonly work: () => void; readonly ms: number; stopped: boolean }[];

function createWorker(): FakeWorker {
  const worker: FakeWorker = {
    received: [],
    ended: false,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    postMessage: (message) => void worker.received.push(message),
    terminate: () => void (worker.ended = true),
    say: (message) => worker.onmessage!({ data: message as never }),
  };
  workers.push(worker);
  return worker;
}

const hostOf = () =>
  createModelHost({
    createWorker,
    decode: () => Promise.reject(new Error("not here")),
    budget: 4e9,
    after(work, ms) {
      const timer = { work, ms, stopped: false };
      timers.push(timer);
      return () => void (timer.stopped = true);
    },
  });
const model = (id: string, memory = 3e9): HostedModel => ({
  id,
  memory,
  files: [{ role: "graph", url: "/net", sha256: id.padEnd(64, "0"), bytes: 1 }],
  form: {
    kind: "demucs",
    sampleRate: 44_100,
    frames: 8192,
    stems: ["a", "b"],
    inputs: { wave: "w", spectrum: "s" },
    outputs: { wave: "w", spectrum: "s" },
  },
});
const song = new Blob(["song"]);
const stemsOf = (level: number) => [[Float32Array.of(level)], [Float32Array.of(-level)]];
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  workers = [];
  timers = [];
});

it("TLS-5 stems come one after the other, the worker waits until each is taken, and says what it runs with", async () => {
  const host = hostOf();
  const runs: BackendInfo[] = [];
  const reported: (number | null)[] = [];
  const stems = host.separate(song, {
    model: model("net"),
    signal: new AbortController().signal,
    onRunsWith: (value) => runs.push(value),
    onProgress: (done) => reported.push(done),
  });
  const first = stems.next();
  await settle();
  const [worker] = workers;
  expect(worker!.received).toMatchObject([
    { call: "net-stems", consistent: true, processor: false },
  ]);
  worker!.say({
    kind: "emit",
    message: { kind: "runsWith", value: { backend: "wasm", threads: 2, reason: "wrong" } },
  });
  worker!.say({ kind: "progress", done: 0.5, stage: "working" });
  worker!.say({ kind: "emit", message: { kind: "stems", value: stemsOf(1) } });
  expect((await first).value).toEqual(stemsOf(1));
  await settle();
  expect(worker!.received.length).toBe(1);
  const second = stems.next();
  await settle();
  expect(worker!.received.slice(1)).toEqual([{ call: "wrote" }]);
  worker!.say({ kind: "done", value: 1 });
  expect(await second).toEqual({ value: undefined, done: true });
  expect([runs, reported]).toEqual([[{ backend: "wasm", threads: 2, reason: "wrong" }], [0.5]]);
  expect(worker!.ended).toBe(false);
});

it("TLS-5 requests for the same model wait for its session, and then reuse it", async () => {
  const host = hostOf();
  const ask = () =>
    host.separate(song, { model: model("net"), signal: new AbortController().signal }).next();
  const [one, two] = [ask(), ask()];
  await settle();
  expect(workers.map(({ received }) => received.length)).toEqual([1]);
  workers[0]!.say({ kind: "done", value: 1 });
  await one;
  await settle();
  expect(workers.map(({ received }) => received.length)).toEqual([2]);
  workers[0]!.say({ kind: "done", value: 1 });
  await two;
  // It is not used for a minute.
  expect(timers.filter(({ stopped }) => !stopped).length).toBe(1);
  timers.at(-1)!.work();
  expect(workers[0]!.ended).toBe(true);
});

it.each([
  ["a small one stays loaded", 0.5e9, 1],
  ["a large one makes room", 3e9, 5],
])("TLS-5 of five jobs with five minutes between them, %s", async (_, memory, loads) => {
  const host = hostOf();
  for (let job = 0; job < 5; job++) {
    const signal = new AbortController().signal;
    const next = host.separate(song, { model: model("net", memory), signal }).next();
    await settle();
    workers.at(-1)!.say({ kind: "done", value: 1 });
    await next;
    // Five minutes pass.
    for (const timer of timers.splice(0)) if (!timer.stopped && timer.ms <= 300_000) timer.work();
  }
  expect(workers.length).toBe(loads);
});

it("TLS-5 another model unloads an idle one if both do not fit", async () => {
  const host = hostOf();
  const run = async (id: string, memory: number) => {
    const signal = new AbortController().signal;
    const next = host.separate(song, { model: model(id, memory), signal }).next();
    await settle();
    workers.at(-1)!.say({ kind: "done", value: 1 });
    await next;
  };
  await run("large", 3e9);
  await run("small", 0.5e9);
  expect(workers.map(({ ended }) => ended)).toEqual([false, false]);
  await run("other", 3e9);
  expect(workers.map(({ ended }) => ended)).toEqual([true, false, false]);
  host.unload();
  expect(workers.map(({ ended }) => ended)).toEqual([true, true, true]);
  expect([host.fits({ memory: 5e9 }), host.fits({ memory: 3e9 })]).toEqual([false, true]);
});

it("TLS-5 a canceled run ends immediately, and so does one whose stems are not consumed", async () => {
  const host = hostOf();
  const abort = new AbortController();
  const next = host.separate(song, { model: model("net"), signal: abort.signal }).next();
  await settle();
  abort.abort(new Error("cancelled"));
  await expect(next).rejects.toThrow("cancelled");
  expect(workers[0]!.ended).toBe(true);

  const stems = host.separate(song, { model: model("net"), signal: new AbortController().signal });
  const first = stems.next();
  await settle();
  workers[1]!.say({ kind: "emit", message: { kind: "stems", value: stemsOf(1) } });
  await first;
  await stems.return();
  expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
});

it("TLS-5 a transcript is streamed; a missing model is reported", async () => {
  const host = hostOf();
  const signal = new AbortController().signal;
  const texts = host.transcribe(song, { model: model("net"), signal });
  const first = texts.next();
  await settle();
  const spoken = { start: 0, end: 1, text: "Hello", confidence: 0.9, finished: false };
  workers[0]!.say({ kind: "emit", message: { kind: "spoken", value: spoken } });
  expect((await first).value).toEqual(spoken);
  const second = texts.next();
  workers[0]!.say({ kind: "fault", code: "model.missing", params: {} });
  await expect(second).rejects.toMatchObject({ fault: { code: "model.missing" } });
});
