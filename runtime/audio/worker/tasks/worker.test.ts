import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { wavOf } from "#tests/e2e/sounds.ts";
import { createEngine } from "../../engine.ts";
import type { WorkerLike } from "../../engine-types.ts";

/** The worker's module in this thread: messages are cloned as `postMessage` clones them. */
let toWorker: (event: { readonly data: unknown }) => void;
let current: WorkerLike | null = null;

beforeAll(async () => {
  vi.stubGlobal("addEventListener", (_: string, listener: typeof toWorker) => {
    toWorker = listener;
  });
  vi.stubGlobal("postMessage", (message: object, transfer: Transferable[]) => {
    const data = structuredClone(message, { transfer }) as never;
    queueMicrotask(() => current?.onmessage?.({ data }));
  });
  await import("./worker.ts");
});
afterAll(() => void vi.unstubAllGlobals());

const createWorker = (): WorkerLike => {
  const worker: WorkerLike = {
    postMessage: (message) => queueMicrotask(() => toWorker({ data: message })),
    terminate: () => (current = null),
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  current = worker;
  return worker;
};

const { signal } = new AbortController();
const wav = new Blob([
  new Uint8Array(wavOf({ seconds: 1, rate: 16_000 }, (time) => 0.3 * Math.sin(2800 * time))),
]);
const engineOf = () =>
  createEngine({ createWorker, decode: () => Promise.reject(new Error("not here")) });

describe("the audio worker", () => {
  it("TLS-1 runs an effect, and writes a file chunk by chunk", async () => {
    const chunks: { readonly position: number; readonly data: Uint8Array }[] = [];
    const sink = new WritableStream({
      write: ({ position, data }) => void chunks.push({ position, data: data.slice() }),
    });
    const request = {
      effect: "volume",
      file: wav,
      values: { mode: "gain", gain: -6 },
      output: "wav16",
    } as const;
    const stages = new Set<string>();
    const result = await engineOf().run(request, {
      signal,
      sink,
      onProgress: (_, stage) => stages.add(stage),
    });
    expect(result.frames).toEqual([16_000, 16_000]);
    expect(result.after.lufs).toBeCloseTo(result.before.lufs - 6, 1);
    expect(stages).toContain("writing");
    const size = Math.max(...chunks.map(({ position, data }) => position + data.length));
    expect(size).toBeGreaterThan(2 * 16_000);
  });

  it("TLS-1 measures, describes and draws a file", async () => {
    const engine = engineOf();
    const levels = await engine.measure(wav, { signal });
    expect(levels.truePeak).toBeLessThan(0);
    expect(await engine.describe(wav, { signal })).toMatchObject({ codec: "pcm-s16", channels: 1 });
    const { peaks, duration } = await engine.peaks(wav, { signal });
    expect([peaks.length, duration]).toEqual([1000, 1]);
    expect(Math.max(...peaks)).toBeGreaterThan(10);
  });

  it("TLS-1 holds files open, and gives samples and spectra as they are requested", async () => {
    const reading = await engineOf().open([wav]);
    expect(reading.files).toMatchObject([{ duration: 1, sampleRate: 16_000, channels: 1 }]);
    const requests = [0, 8000, 15_990].map((from) => reading.read({ file: 0, from, count: 100 }));
    const blocks = await Promise.all(requests);
    expect(blocks.map(([plane]) => plane!.length)).toEqual([100, 100, 10]);
    const spectrum = { file: 0, from: 0, step: 512, columns: 2, size: 256 };
    expect(await reading.spectra(spectrum)).toHaveLength(2 * 129);
    const pending = reading.read({ file: 0, from: 0, count: 10 });
    reading.close();
    await expect(pending).rejects.toMatchObject({ name: "AbortError" });
  });

  it("TLS-4 ends a task that fails with the error's code", async () => {
    const text = new Blob(["no sound"]);
    const description = engineOf().describe(text, { signal });
    await expect(description).rejects.toMatchObject({ fault: { code: /^file\./ } });
  });
});
