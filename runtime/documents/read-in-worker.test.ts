import { describe, expect, it } from "vitest";
import { readInWorker } from "./read-in-worker.ts";

type Worker = ReturnType<
  NonNullable<NonNullable<Parameters<typeof readInWorker>[2]>["createWorker"]>
>;

/** A worker that does nothing, and a log of the calls to it. */
function fakeWorker() {
  const requests: unknown[] = [];
  let isTerminated = false;
  const worker: Worker = {
    postMessage: (request) => void requests.push(request),
    terminate: () => void (isTerminated = true),
    onmessage: null,
    onerror: null,
  };
  return { worker, requests, isTerminated: () => isTerminated };
}

describe("reading in a worker", () => {
  it("TLS-4 hands over the input, gives the value and ends the worker", async () => {
    const { worker, requests, isTerminated } = fakeWorker();
    const reading = readInWorker("lyrics", "la", { createWorker: () => worker });
    expect(requests).toEqual([{ reader: "lyrics", input: "la" }]);
    worker.onmessage!({ data: { value: { lines: [], problems: [] } } });
    expect(await reading).toEqual({ lines: [], problems: [] });
    expect(isTerminated()).toBe(true);
  });

  it("TLS-4 waits for its own reply, whatever else the worker's libraries post", async () => {
    const { worker } = fakeWorker();
    const reading = readInWorker("lyrics", "la", { createWorker: () => worker });
    worker.onmessage!({ data: { sourceName: "worker", targetName: "main", action: "ready" } });
    worker.onmessage!({ data: { value: { lines: [], problems: [] } } });
    expect(await reading).toEqual({ lines: [], problems: [] });
  });

  it("TLS-4 ends a worker that takes too long", async () => {
    const { worker, isTerminated } = fakeWorker();
    const reading = readInWorker("lyrics", "la", { seconds: 0, createWorker: () => worker });
    await expect(reading).rejects.toMatchObject({ name: "TimeoutError" });
    expect(isTerminated()).toBe(true);
  });

  it("TLS-4 ends a worker whose reading is canceled, and starts none afterwards", async () => {
    const { worker, isTerminated } = fakeWorker();
    const canceled = new AbortController();
    const options = { signal: canceled.signal, createWorker: () => worker };
    const reading = readInWorker("lyrics", "la", options);
    canceled.abort();
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
    expect(isTerminated()).toBe(true);
    const createWorker = (): Worker => {
      throw new Error("It was started");
    };
    await expect(readInWorker("lyrics", "la", { ...options, createWorker })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it("TLS-4 reports what the reader threw, and a worker that could not be loaded", async () => {
    for (const fail of [
      (worker: Worker) => worker.onmessage!({ data: { error: "Error: no" } }),
      (worker: Worker) => worker.onerror!({ message: "Error: no", preventDefault() {} }),
    ]) {
      const { worker, isTerminated } = fakeWorker();
      const reading = readInWorker("lyrics", "la", { createWorker: () => worker });
      fail(worker);
      await expect(reading).rejects.toThrow("Error: no");
      expect(isTerminated()).toBe(true);
    }
  });
});
