import { describe, expect, it } from "vitest";
import type { Block } from "../effect.ts";
import { parseValues } from "../parameters.ts";
import { copyFrames, framesOf, joinBlocks } from "../signal/blocks.ts";
import { createStep } from "../pipeline/step.ts";
import { runSteps } from "../pipeline/stream.ts";
import trim from "./trim.ts";

const format = { sampleRate: 1000, channels: 1 };
const input = [Float32Array.from({ length: 5000 }, (_, i) => i + 1)];

async function run(given: Record<string, unknown>) {
  const { values, problems } = parseValues(trim.parameters, given, "trim");
  expect(problems).toEqual([]);
  const blocks: Block[] = [];
  const source = {
    format,
    async *open() {
      for (let at = 0; at < 5000; at += 333) yield copyFrames(input, at, at + 333);
    },
  };
  await runSteps([createStep(trim, values, null)], source, (block) => void blocks.push(block));
  return joinBlocks(blocks, 1)[0]!;
}

describe("trim", () => {
  it("CLI-9 keeps from start to end, to the sample", async () => {
    expect(await run({ start: "1.234", end: "2.5" })).toEqual(input[0]!.slice(1234, 2500));
  });

  it("CLI-9 keeps all after the start where there is no end", async () => {
    expect(await run({ start: 4.999 })).toEqual(Float32Array.of(5000));
    expect(await run({ start: 5 })).toHaveLength(0);
    expect(await run({ end: 0 })).toHaveLength(0);
  });

  it("CLI-9 joins several ranges in order; what overlaps comes once", async () => {
    const out = await run({ ranges: "3-3.1, 0.5-1, 0.9-1.2, 4.95-9" });
    expect([...out]).toEqual([
      ...input[0]!.slice(500, 1200),
      ...input[0]!.slice(3000, 3100),
      ...input[0]!.slice(4950),
    ]);
  });

  it("CLI-9 fades each range in and out, at the end of the file, too", async () => {
    const out = await run({ start: 4, fadeIn: 0.1, fadeOut: 0.2, curve: "linear" });
    expect(out).toHaveLength(1000);
    expect(out[0]).toBe(0);
    expect(out[50]).toBeCloseTo(4051 / 2, 3);
    expect(out[100]).toBe(4101);
    expect(out[799]).toBe(4800);
    expect(out[899]).toBeCloseTo(4900 / 2, 3);
    expect(out[999]).toBe(0);
    expect(framesOf([out])).toBe(1000);
  });

  it.each(["linear", "smooth", "equal-power", "exponential"])(
    "CLI-9 the %s curve rises from 0 to 1",
    async (curve) => {
      const out = await run({ end: 1, fadeIn: 1, curve });
      const factors = [...out].map((sample, i) => sample / (i + 1));
      expect(factors[0]).toBe(0);
      expect(factors.at(-1)).toBeGreaterThan(0.99);
      for (let i = 1; i < 1000; i++)
        expect(factors[i]!).toBeGreaterThanOrEqual(factors[i - 1]! - 1e-6);
    },
  );
});
