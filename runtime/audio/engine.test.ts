import { afterEach, describe, expect, it, vi } from "vitest";
import type { SinkChunk } from "../contract/sinks/sink-chunk.ts";
import { decodeInDocument } from "./decode-in-document.ts";
import { createEngine } from "./engine.ts";
import type { WorkerInput, WorkerOutput } from "./worker/tasks/audio-tasks.ts";
import type { WorkerLike } from "./engine-types.ts";

/** Messages that the document posts by their names: no test here requests samples. */
type Input = Extract<WorkerInput, { call: string }>;

/** Workers that respond by a script, and record their messages and their end. */
function fakeWorkers(answer: (task: Input, post: (message: WorkerOutput) => void) => void) {
  const made: { received: Input[]; ended: boolean }[] = [];
  const createWorker = (): WorkerLike => {
    const one = { received: [] as Input[], ended: false };
    made.push(one);
    const worker: WorkerLike = {
      postMessage(message) {
        const input = message as Input;
        one.received.push(input);
        queueMicrotask(() =>
          answer(input, (data) => !one.ended && worker.onmessage?.({ data: data as never })),
        );
      },
      terminate: () => (one.ended = true),
      onmessage: null,
      onerror: null,
      onmessageerror: null,
    };
    return worker;
  };
  return { made, createWorker };
}

const file = new Blob(["x"]);
const task = { effect: null, file, values: {}, output: "wav16" } as const;
const decode = async (): Promise<Blob> => new Blob(["decoded"]);
const sinkOf = (chunks: unknown[]): WritableStream<SinkChunk> =>
  new WritableStream({ write: (chunk) => void chunks.push(chunk) });
const result = { findings: null } as never;

describe("the engine", () => {
  it("TLS-3 writes what the worker says, piece by piece, and lets it wait meanwhile", async () => {
    const parts = [1, 2, 3].map((value) => new Uint8Array([value]));
    let next = 0;
    const { createWorker, made } = fakeWorkers((_, post) => {
      if (next < parts.length) post({ kind: "write", position: next, data: parts[next++]! });
      else post({ kind: "done", value: result });
    });
    const chunks: unknown[] = [];
    const engine = createEngine({ createWorker, decode });
    const { signal } = new AbortController();
    expect(await engine.run(task, { signal, sink: sinkOf(chunks) })).toBe(result);
    expect(chunks).toEqual(parts.map((data, position) => ({ type: "write", position, data })));
    expect(made[0]!.received.map(({ call }) => call)).toEqual(["run", "wrote", "wrote", "wrote"]);
  });

  it("TLS-1 uses a worker again that has done its task", async () => {
    const { createWorker, made } = fakeWorkers((_, post) => post({ kind: "done", value: result }));
    const engine = createEngine({ createWorker, decode });
    const { signal } = new AbortController();
    for (let turn = 0; turn < 3; turn++) await engine.run(task, { signal, sink: sinkOf([]) });
    expect(made.map(({ ended }) => ended)).toEqual([false]);
  });

  it("TLS-1 ends the worker with the run, in the same tick", async () => {
    const { createWorker, made } = fakeWorkers(() => {});
    const abort = new AbortController();
    const run = createEngine({ createWorker, decode }).run(task, {
      signal: abort.signal,
      sink: sinkOf([]),
    });
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    expect(made.map(({ ended }) => ended)).toEqual([true]);
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
  });

  it("TLS-4 reports the error of a file, and terminates the worker", async () => {
    const { createWorker, made } = fakeWorkers((_, post) =>
      post({ kind: "fault", code: "file.silent", params: {} }),
    );
    const { signal } = new AbortController();
    const run = createEngine({ createWorker, decode }).run(task, { signal, sink: sinkOf([]) });
    await expect(run).rejects.toMatchObject({ fault: { code: "file.silent" } });
    expect(made[0]!.ended).toBe(true);
  });

  it("TLS-4 ends a worker that says nothing for two minutes, not one that waits", async () => {
    let look = (): void => {};
    const every = (work: () => void): (() => void) => {
      look = work;
      return () => (look = () => {});
    };
    const looks = (count: number): void => Array.from({ length: count }).forEach(() => look());
    const { createWorker, made } = fakeWorkers((message, post) => {
      if (message.call === "run") post({ kind: "write", position: 0, data: new Uint8Array(1) });
    });
    let wrote = (): void => {};
    const sink = new WritableStream<SinkChunk>({
      write: () => new Promise<void>((resolve) => (wrote = resolve)),
    });
    const { signal } = new AbortController();
    const run = createEngine({ createWorker, decode, every }).run(task, { signal, sink });
    await expect.poll(() => made[0]?.received.length).toBe(1);
    looks(100);
    expect(made[0]!.ended).toBe(false);
    wrote();
    await expect.poll(() => made[0]!.received.length).toBe(2);
    await Promise.resolve();
    looks(29);
    expect(made[0]!.ended).toBe(false);
    looks(2);
    await expect(run).rejects.toMatchObject({ fault: { code: "job.stuck" } });
    expect(made[0]!.ended).toBe(true);
  });

  it("TLS-2 lets the document decode what a worker cannot", async () => {
    const { createWorker, made } = fakeWorkers((message, post) =>
      message.call === "run" && message.file === file
        ? post({ kind: "undecodable", sampleRate: 44_100, codec: "alac" })
        : post({ kind: "done", value: result }),
    );
    const { signal } = new AbortController();
    await createEngine({ createWorker, decode }).run(task, { signal, sink: sinkOf([]) });
    const last = made.at(-1)!.received[0] as { readonly file: Blob };
    expect(await last.file.text()).toBe("decoded");
  });

  it("TLS-1 divides a run, and ends its helpers with it", async () => {
    const { createWorker, made } = fakeWorkers((message, post) => {
      if (message.call === "run") post({ kind: "done", value: result });
    });
    const engine = createEngine({
      createWorker,
      decode,
      helpers: 2,
      isDivisible: async () => true,
    });
    const { signal } = new AbortController();
    await engine.run({ ...task, effect: "any" }, { signal, sink: sinkOf([]) });
    expect(made.map(({ received, ended }) => [received[0]!.call, ended])).toEqual([
      ["help", true],
      ["help", true],
      ["run", false],
    ]);
  });

  it("TLS-3 draws what it has of a long file, and measures only when waveforms are there", async () => {
    const peaks = (count: number) => ({
      peaks: new Int8Array(count),
      duration: 3600,
      sampleRate: 44_100,
      channels: 2,
    });
    let finish = (): void => {};
    const { createWorker, made } = fakeWorkers((message, post) => {
      if (message.call === "measure") post({ kind: "done", value: result });
      if (message.call !== "peaks") return;
      post({ kind: "emit", message: peaks(2) });
      finish = () => post({ kind: "done", value: peaks(8) });
    });
    const engine = createEngine({ createWorker, decode });
    const { signal } = new AbortController();
    const seen: number[] = [];
    const wave = engine.first(
      Promise.resolve().then(() =>
        engine.peaks(file, { signal, onPart: (part) => seen.push(part.peaks.length) }),
      ),
    );
    const levels = engine.measure(file, { signal });
    await expect.poll(() => seen).toEqual([2]);
    expect(made.flatMap(({ received }) => received.map(({ call }) => call))).toEqual(["peaks"]);
    finish();
    expect((await wave).peaks).toHaveLength(8);
    expect(await levels).toBe(result);
    expect(made).toHaveLength(1);
  });

  it("TLS-3 draws on after a run that is divided, from what it has drawn", async () => {
    const peaks = (count: number) => ({
      peaks: new Int8Array(count),
      duration: 3600,
      sampleRate: 44_100,
      channels: 2,
    });
    let finishRun = (): void => {};
    const { createWorker, made } = fakeWorkers((message, post) => {
      if (message.call === "run") finishRun = () => post({ kind: "done", value: result });
      if (message.call !== "peaks") return;
      if (message.known) post({ kind: "done", value: peaks(message.known.length + 6) });
      else post({ kind: "emit", message: peaks(2) });
    });
    const engine = createEngine({
      createWorker,
      decode,
      helpers: 2,
      isDivisible: async () => true,
    });
    const { signal } = new AbortController();
    const seen: number[] = [];
    const wave = engine.peaks(file, { signal, onPart: (part) => seen.push(part.peaks.length) });
    await expect.poll(() => seen).toEqual([2]);
    const run = engine.run({ ...task, effect: "any" }, { signal, sink: sinkOf([]) });
    await expect.poll(() => made[0]!.ended).toBe(true);
    const removed = new AbortController();
    const unwanted = engine.peaks(file, { signal: removed.signal });
    removed.abort();
    await expect(unwanted).rejects.toMatchObject({ name: "AbortError" });
    const requests = () =>
      made.flatMap(({ received }) => received).filter(({ call }) => call === "peaks");
    expect(requests()).toHaveLength(1);
    finishRun();
    expect(await run).toBe(result);
    expect((await wave).peaks).toHaveLength(8);
    expect(requests()).toHaveLength(2);
  });
});

describe("decoding in the document", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** A browser that decodes every file to a sound of this length; null: it cannot decode one. */
  function stubDecoder(length: number | null): void {
    vi.stubGlobal(
      "OfflineAudioContext",
      class {
        async decodeAudioData() {
          if (length === null) throw new DOMException("Unable to decode", "EncodingError");
          return {
            length,
            numberOfChannels: 2,
            getChannelData: (channel: number) => new Float32Array([0.25, -0.5]).fill(channel, 1),
          };
        }
      },
    );
  }

  it("TLS-4 what only the document can decode becomes a WAV file of its samples", async () => {
    stubDecoder(2);
    const decoded = await decodeInDocument(file, 48_000);
    expect(decoded.type).toBe("audio/wav");
    const bytes = new DataView(await decoded.arrayBuffer());
    const samples = [0, 1, 2, 3].map((at) =>
      bytes.getFloat32(bytes.byteLength - 16 + 4 * at, true),
    );
    expect(samples).toEqual([0.25, 0.25, 0, 1]);
  });

  it.each([
    ["file.tooLarge", 24 * 3600 * 48_000],
    ["file.unreadable", null],
  ] as const)(
    "TLS-4 a file that the document cannot give is reported: %s",
    async (code, length) => {
      stubDecoder(length);
      await expect(decodeInDocument(file, 48_000)).rejects.toMatchObject({ fault: { code } });
    },
  );
});
