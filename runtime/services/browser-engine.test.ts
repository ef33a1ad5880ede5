import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { spyOnTimers } from "#tests/spy-on-timers.ts";
import { type EngineState, NoResponse, probeEngine, respond } from "./browser-engine.ts";

let timersOf: ReturnType<typeof spyOnTimers>;
beforeEach(() => {
  vi.useFakeTimers();
  timersOf = spyOnTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const never = (): Promise<string> => new Promise(() => {});

const ANSWERS: readonly (readonly [string, () => Promise<string>, EngineState])[] = [
  ["says so", async () => "downloadable", "downloadable"],
  ["says something unknown", async () => "maybe", "unavailable"],
  ["fails", () => Promise.reject(new Error("no service")), "unavailable"],
  [
    "throws",
    () => {
      throw new TypeError("no such language");
    },
    "unavailable",
  ],
  ["never answers", () => never(), "unavailable"],
];

it.each(ANSWERS)(
  "TLS-8 an engine is offered only where it answers in time: it %s",
  async (_, ask, state) => {
    const found = probeEngine(ask);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await found).toBe(state);
    expect(timersOf(5000)).toEqual({ set: 1, left: 0 });
  },
);

it("TLS-8 an engine that does not respond is abandoned and aborted", async () => {
  let received: AbortSignal | undefined;
  const work = respond(
    ({ signal }) => {
      received = signal;
      return never();
    },
    { ms: 1000 },
  );
  const failed = work.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await failed).toBeInstanceOf(NoResponse);
  expect(received!.aborted).toBe(true);
});

it("TLS-8 an engine that gives signs of life is waited for", async () => {
  const work = respond(
    async ({ keepWaiting }) => {
      for (let part = 0; part < 5; part++) {
        await new Promise((resolve) => setTimeout(resolve, 900));
        keepWaiting();
      }
      return "done";
    },
    { ms: 1000 },
  );
  await vi.advanceTimersByTimeAsync(4500);
  expect(await work).toBe("done");
});

it("TLS-8 a canceled step ends at once, even if the engine ignores its signal", async () => {
  const abort = new AbortController();
  const work = respond(() => never(), { ms: 1000, signal: abort.signal });
  abort.abort(new Error("enough"));
  await expect(work).rejects.toThrow("enough");
  expect(timersOf(1000)).toEqual({ set: 1, left: 0 });
});

it("TLS-18 silence of an engine is reported after 5 s, until it makes progress or ends", async () => {
  const reports: boolean[] = [];
  const onSilence = (isSilent: boolean): void => void reports.push(isSilent);
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const work = respond(
    async ({ keepWaiting }) => {
      await pause(4999);
      keepWaiting();
      await pause(6000);
      keepWaiting();
      await pause(7000);
    },
    { ms: 30_000, onSilence },
  );
  await vi.advanceTimersByTimeAsync(4999 + 4999);
  expect(reports).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(reports).toEqual([true]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(reports).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(7000);
  await work;
  expect(reports).toEqual([true, false, true, false]);
  expect(timersOf(5000)).toEqual({ set: 3, left: 0 });
});
