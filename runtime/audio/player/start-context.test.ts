import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { spyOnTimers } from "#tests/spy-on-timers.ts";
import { FaultError } from "../../contract/fault.ts";
import { startContext } from "./start-context.ts";

const LIMIT_MS = 4000;
let timersOf: ReturnType<typeof spyOnTimers>;
beforeEach(() => {
  vi.useFakeTimers();
  timersOf = spyOnTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A stub of an audio context. @param resume its `resume` method */
const contextOf = (state: AudioContextState, resume: () => Promise<void>): AudioContext =>
  ({ state, resume }) as AudioContext;
const never = () => new Promise<void>(() => {});

it("TLS-4 a context that runs is started, whether or not the browser answers", async () => {
  await startContext(contextOf("running", async () => {}));
  const unanswered = startContext(contextOf("running", never));
  await vi.advanceTimersByTimeAsync(LIMIT_MS);
  await unanswered;
  expect(timersOf(LIMIT_MS)).toEqual({ set: 2, left: 0 });
});

it.each([
  ["the browser never answers", "suspended", never],
  ["the browser answers, and the context stays suspended", "suspended", async () => {}],
  ["a phone call has the output", "interrupted", never],
] as const)("TLS-4 a context does not start where %s", async (_, state, resume) => {
  const failed = startContext(contextOf(state, resume)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(LIMIT_MS);
  expect(await failed).toEqual(new FaultError("sound.notStarted"));
});
