import { readFileSync } from "node:fs";
import path from "node:path";
import fastGlob from "fast-glob";
import { afterEach, expect, it, vi } from "vitest";
import { stateOfWorker, takeLeaks, watchIntervals } from "#tests/leaks.ts";

watchIntervals();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("finds nothing where a file has cleaned up", async () => {
  const before = stateOfWorker();
  clearInterval(setInterval(() => {}, 1000));
  vi.useFakeTimers();
  vi.useRealTimers();
  vi.stubGlobal("Worker", class {});
  vi.unstubAllGlobals();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await takeLeaks(before)).toEqual([]);
});

it("names what has been left, and removes it", async () => {
  const before = stateOfWorker();
  const { random } = Math;
  setInterval(() => {}, 1000);
  vi.stubGlobal("Worker", class {});
  vi.spyOn(Math, "random");
  process.env["LEFT_BEHIND"] = "1";
  vi.useFakeTimers();
  expect(await takeLeaks(before)).toEqual([
    "fake timers",
    expect.stringMatching(/^an interval, set .*leaks\.test\.ts:\d+/u),
    "another global Worker",
    "another global random",
    "another environment variable LEFT_BEHIND",
  ]);
  expect("Worker" in globalThis).toBe(false);
  expect(Math.random).toBe(random);
  expect(process.env["LEFT_BEHIND"]).toBeUndefined();
  expect(await takeLeaks(before)).toEqual([]);
});

it("allows globals that Node defines when they are first read", async () => {
  Object.defineProperty(globalThis, "LAZY", { get: () => Math, configurable: true });
  try {
    const before = stateOfWorker();
    Object.defineProperty(globalThis, "LAZY", { value: Math, configurable: true });
    expect(await takeLeaks(before)).toEqual([]);
    Object.defineProperty(globalThis, "LAZY", { value: JSON, configurable: true });
    expect(await takeLeaks(before)).toEqual(["another global LAZY"]);
  } finally {
    Reflect.deleteProperty(globalThis, "LAZY");
  }
});

it("finds a loop of immediates, once", async () => {
  const before = stateOfWorker();
  let goesOn = true;
  const more = (): void => {
    if (goesOn) setImmediate(more);
  };
  more();
  const [leak, ...others] = await takeLeaks(before);
  expect(leak).toMatch(/^a loop of immediates, set .*leaks\.test\.ts:\d+/u);
  expect(others).toEqual([]);
  expect(await takeLeaks(before)).toEqual([]);
  goesOn = false;
});

it("allows immediates that come to an end", async () => {
  const before = stateOfWorker();
  let left = 100;
  const more = (): void => {
    if (left-- > 0) setImmediate(more);
  };
  more();
  expect(await takeLeaks(before)).toEqual([]);
});

it("modules with mocks are loaded anew, for the file that mocks and for those after it", () => {
  const root = path.resolve(import.meta.dirname, "..");
  const files = fastGlob.sync("{core,audio,cli,runtime,server,bench,scripts}/**/*.test.{ts,tsx}", {
    cwd: root,
    ignore: ["**/node_modules/**"],
  });
  const mocking = files.filter((file) =>
    /\bvi\.(?:mock|doMock)\(/.test(readFileSync(path.join(root, file), "utf8")),
  );
  const resets = (file: string): number =>
    readFileSync(path.join(root, file), "utf8").split("vi.resetModules()").length - 1;
  expect(mocking).toContain("runtime/audio/worker/measure/find-speech.test.ts");
  expect(mocking.filter((file) => resets(file) < 2)).toEqual([]);
});
