import { describe, expect, it } from "vitest";
import { parseS3 } from "../objects/s3-location.ts";
import { createS3Store } from "../objects/s3-store.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { Schedule } from "../ports/clock.ts";

const SECOND = 1000;
const location = parseS3("s3://id:secret@store.example/bucket");

/** Timers that the test advances. */
function createTimers() {
  let now = 0;
  const waiting = new Set<{ at: number; run: () => void }>();
  const schedule: Schedule = (run, milliseconds) => {
    const timer = { at: now + milliseconds, run };
    waiting.add(timer);
    return () => void waiting.delete(timer);
  };
  return {
    schedule,
    count: () => waiting.size,
    pass(milliseconds: number): void {
      now += milliseconds;
      for (const timer of waiting)
        if (timer.at <= now) {
          waiting.delete(timer);
          timer.run();
        }
    },
  };
}

/** A store on a server whose responses the test sends. */
function open() {
  const timers = createTimers();
  const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
  let source!: ReadableStreamDefaultController<Uint8Array>;
  let isClosed = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (source = controller),
  });
  const fetch = (_url: unknown, { signal }: RequestInit): Promise<Response> => {
    const aborted = new Promise<never>((_resolve, reject) => {
      signal!.addEventListener("abort", () => {
        isClosed = true;
        reject(signal!.reason as Error);
      });
    });
    return Promise.race([response, aborted]);
  };
  const store: ObjectStore = createS3Store(location, {
    fetch: fetch as typeof globalThis.fetch,
    clock: () => 0,
    schedule: timers.schedule,
  });
  return {
    store,
    timers,
    respond: () => respond(new Response(body)),
    send: (text: string) => source.enqueue(Buffer.from(text)),
    end: () => source.close(),
    isClosed: () => isClosed,
  };
}
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("responses of a store of objects", () => {
  it("API-17 arrive whole, however long they take, as long as they keep coming", async () => {
    const { store, timers, respond, send, end } = open();
    const opened = store.get("podcasts/a");
    timers.pass(20 * SECOND);
    respond();
    const text = new Response(await opened).text();
    for (let chunk = 0; chunk < 8; chunk++) {
      await turn();
      // 20 seconds for the headers and 160 for the body.
      timers.pass(20 * SECOND);
      send(`${chunk},`);
    }
    await turn();
    end();
    expect(await text).toBe("0,1,2,3,4,5,6,7,");
    expect(timers.count()).toBe(0);
  });

  it("API-17 that are slow to be read are not cut either", async () => {
    const { store, timers, respond, send, end } = open();
    const opened = store.get("podcasts/a");
    respond();
    send("a");
    send("b");
    end();
    const reader = (await opened)!.getReader();
    expect((await reader.read()).done).toBe(false);
    timers.pass(200 * SECOND);
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("b");
    expect((await reader.read()).done).toBe(true);
    expect(timers.count()).toBe(0);
  });

  it("API-17 that stall end with an error that says so, and their connection is closed", async () => {
    const { store, timers, respond, send, isClosed } = open();
    const opened = store.get("podcasts/a");
    respond();
    const text = new Response(await opened).text();
    await turn();
    send("half");
    await turn();
    timers.pass(31 * SECOND);
    await expect(text).rejects.toThrow("timed out: no data for 30000 ms");
    expect(isClosed()).toBe(true);
    expect(timers.count()).toBe(0);
  });

  it("API-17 that never begin are an error", async () => {
    const { store, timers, isClosed } = open();
    const opened = store.get("podcasts/a");
    await turn();
    timers.pass(31 * SECOND);
    await expect(opened).rejects.toThrow("timed out: no response within 30000 ms");
    expect(isClosed()).toBe(true);
  });

  it("API-17 that are abandoned release their connection", async () => {
    const { store, timers, respond, send, isClosed } = open();
    const opened = store.get("podcasts/a");
    respond();
    send("a");
    const reader = (await opened)!.getReader();
    await reader.read();
    timers.pass(301 * SECOND);
    expect(isClosed()).toBe(true);
    await expect(reader.read()).rejects.toThrow("not read for");
  });
});
