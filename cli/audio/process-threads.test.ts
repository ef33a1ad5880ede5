import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBlock } from "#audio/signal/blocks.ts";
import { startProcessThreads, threadsFor } from "./process-threads.ts";
import { createResult } from "./write-file.ts";
import { run as runToolkit } from "#tests/fixtures/run-toolkit.ts";

const home = path.resolve(import.meta.dirname, "../..");
const RATE = 32_000;
let folder: string;
const at = (name: string): string => path.join(folder, name);
const jobOf = (name: string) =>
  ({ input: at(name), output: at(`new/${name}`), format: "wav16" }) as const;
const task = {
  root: home,
  home,
  steps: [
    {
      effect: "trim",
      values: { start: 1, end: 9, ranges: [], fadeIn: 0, fadeOut: 0, curve: "smooth" },
      engine: null,
    },
  ],
};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "threads-"));
  for (const [number, name] of ["a.wav", "b.wav", "c.wav"].entries()) {
    const writer = createResult({ file: at(name), output: "wav16", tags: {}, duration: 0 });
    const block = createBlock(2, 10 * RATE).map((plane) => plane.fill((number + 1) / 8));
    await writer.write(block, { sampleRate: RATE, channels: 2 });
    await writer.finish();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...argv: readonly string[]) {
  const { code, out } = await runToolkit(folder, ["process", ...argv]);
  return { code, answer: JSON.parse(out) as Record<string, unknown> };
}

describe("several files at once", () => {
  it("CLI-9 give what they give one by one, in their order, past one that fails", async () => {
    const files = ["b.wav", "none.wav", "a.wav", "c.wav"].map(at);
    const set = ["--set", "start=1", "--set", "end=9", "--json"];
    const { code, answer } = await run("trim", ...files, "-o", at("many"), ...set);
    expect(code).toBe(1);
    expect(answer["problems"]).toMatchObject([
      { code: "INPUT_UNREADABLE", params: { file: at("none.wav") } },
    ]);
    const outputs = ["b.wav", "a.wav", "c.wav"].map((name) => ({ output: at(`many/${name}`) }));
    expect(answer["results"]).toMatchObject(outputs);
    await run("trim", at("c.wav"), "-o", at("one.wav"), ...set);
    expect(readFileSync(at("many/c.wav"))).toEqual(readFileSync(at("one.wav")));
  });

  it("CLI-9 are worth threads only where there is something to do", () => {
    expect(threadsFor([jobOf("a.wav")])).toBe(1);
    expect(threadsFor([jobOf("none.wav"), jobOf("none.wav")])).toBe(1);
  });

  it("CLI-9 leave nothing behind when they are stopped", async () => {
    const threads = startProcessThreads(task, 1);
    const stop = new AbortController();
    const shares: number[] = [];
    const stopped = threads.work(jobOf("a.wav"), {
      signal: stop.signal,
      onProgress(share) {
        shares.push(share);
        stop.abort();
      },
    });
    const end = await stopped.catch((): null => null);
    await threads.close();
    expect(shares.length).toBeGreaterThan(0);
    // The job may have finished before the abort arrived.
    const left = existsSync(at("new")) ? readdirSync(at("new")) : [];
    expect(left).toEqual(end ? ["a.wav"] : []);
  });
});
