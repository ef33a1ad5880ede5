import { describe, expect, it } from "vitest";
import { type AsyncNet, type Block, type Processor, defineEffect } from "../effect.ts";
import { parseValues } from "../parameters.ts";
import { copyFrames, createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { createStep, prepareStep } from "./step.ts";
import { type Source, runSteps } from "./stream.ts";

const parameters = {
  gain: { kind: "number", min: -60, max: 60, default: 0, unit: "dB" },
  curve: { kind: "choice", choices: ["linear", "soft"], default: "linear" },
  limit: { kind: "switch", default: true },
  keep: { kind: "ranges", default: [] },
} as const;

describe("a step that is partly replaced by a network", () => {
  /** Multiplies by `gain`, and normalizes to a peak of one, which takes an analysis. */
  const effect = defineEffect<
    {
      readonly gain: {
        readonly kind: "number";
        readonly min: 0;
        readonly max: 9;
        readonly default: 1;
        readonly unit: "dB";
      };
    },
    number
  >({
    id: "scale",
    parameters: { gain: { kind: "number", min: 0, max: 9, default: 1, unit: "dB" } },
    length: "same",
    neutral: { gain: 0 },
    analyze: () => {
      let peak = 0;
      return {
        push: ([samples]) => samples!.forEach((x) => (peak = Math.max(peak, Math.abs(x)))),
        finish: () => peak,
      };
    },
    net: {
      task: "scale",
      rest: ({ gain }) => ({ gain: gain - 1 }),
      async *process(blocks, net, { analysis }) {
        analyses.push(analysis);
        if ("split" in net) throw new TypeError("No stream");
        for await (const [samples] of blocks) yield [await net.run(samples!)];
      },
    },
    create: (_, __, { analysis }) => ({
      process: ([samples]) => [samples!.map((x) => x / analysis!)],
      finish: () => null,
    }),
  });
  const analyses: (number | null)[] = [];
  const net: AsyncNet = {
    sampleRate: 8000,
    hop: 1,
    delay: 0,
    fullBand: true,
    run: async (samples) => samples.map((x) => 4 * x),
    clone: () => net,
  };
  const source: Source = {
    format: { sampleRate: 8000, channels: 1 },
    async *open() {
      yield [Float32Array.of(0.25, 0.5)];
      yield [Float32Array.of(-1, 0.125)];
    },
  };
  async function scale(gain: number): Promise<readonly number[]> {
    analyses.length = 0;
    const step = await prepareStep(
      effect,
      { gain },
      { bytes: () => Promise.reject(new Error()) },
      net,
    );
    const found: number[] = [];
    await runSteps([step], source, ([samples]) => void found.push(...samples!));
    return found;
  }

  it("TLS-5 the rest of the effect hears the network in each pass, and the network knows the analysis in the second", async () => {
    expect(await scale(2)).toEqual([0.25, 0.5, -1, 0.125]);
    expect(analyses).toEqual([null, 4]);
  });

  it("TLS-5 where nothing is left, the network's output is the result, in one pass", async () => {
    expect(await scale(1)).toEqual([1, 2, -4, 0.5]);
    expect(analyses).toEqual([null]);
  });

  it("TLS-5 neutral values use no network", async () => {
    expect(await scale(0)).toEqual([0.25, 0.5, -1, 0.125]);
    expect(analyses).toEqual([]);
  });
});

describe("values of parameters", () => {
  it("CLI-9 are read from strings", () => {
    const given = { gain: "-3.5", curve: "soft", limit: "off", keep: "1.5-2, 7-8" };
    expect(parseValues(parameters, given, "volume")).toEqual({
      values: {
        gain: -3.5,
        curve: "soft",
        limit: false,
        keep: [
          [1.5, 2],
          [7, 8],
        ],
      },
      problems: [],
    });
  });

  it("CLI-9 are taken as they are, with defaults for the rest", () => {
    expect(parseValues(parameters, { gain: 3, keep: [[0, 1]] }, "volume").values).toEqual({
      gain: 3,
      curve: "linear",
      limit: true,
      keep: [[0, 1]],
    });
  });

  it("CLI-9 have all their problems reported at once", () => {
    const given = { gian: 1, gain: "99", curve: "hard", limit: 3, keep: "2-1", toString: 1 };
    const { problems } = parseValues(parameters, given, "volume");
    expect(problems.map(({ code, params }) => [code, params])).toEqual([
      ["PARAMETER_UNKNOWN", { name: "gian", effect: "volume", similar: "gain" }],
      [
        "PARAMETER_INVALID",
        { name: "gain", expected: "a number from -60 to 60 dB", found: '"99"' },
      ],
      ["PARAMETER_INVALID", { name: "curve", expected: "one of linear, soft", found: '"hard"' }],
      ["PARAMETER_INVALID", { name: "limit", expected: "on or off", found: "3" }],
      [
        "PARAMETER_INVALID",
        { name: "keep", expected: "ranges in seconds, such as 1.5-2,7-8", found: '"2-1"' },
      ],
      ["PARAMETER_UNKNOWN", { name: "toString", effect: "volume" }],
    ]);
  });

  it.each(["", "NaN", "Infinity", "0x10", "1,5", "1e400", null, undefined, {}, [1]])(
    "CLI-9 a number is not %j",
    (gain) => {
      expect(parseValues(parameters, { gain }, "volume").problems).toHaveLength(1);
    },
  );
});

const format = { sampleRate: 8000, channels: 2 };
const input: Block = [0, 1].map((channel) =>
  Float32Array.from({ length: 1000 }, (_, i) => Math.sin(i * (channel + 1))),
);

function sourceOf(block: Block, size = 300): Source & { readonly opened: () => number } {
  let opened = 0;
  return {
    format,
    frames: framesOf(block),
    opened: () => opened,
    async *open() {
      opened++;
      for (let at = 0; at < framesOf(block); at += size) yield copyFrames(block, at, at + size);
    },
  };
}

/** Delays by `frames` and compensates the latency. */
function delay(channels: number, frames: number, change: (sample: number) => number): Processor {
  let held: Block = createBlock(channels, 0);
  return {
    process(block) {
      held = joinBlocks([held, block], channels);
      const ready = framesOf(held) - frames;
      if (ready <= 0) return null;
      const out = copyFrames(held, 0, ready).map((samples) => samples.map(change));
      held = copyFrames(held, ready);
      return out;
    },
    finish: () => held.map((samples) => samples.map(change)),
  };
}

const half = defineEffect({
  id: "half",
  parameters: { on: { kind: "switch", default: true } },
  length: "same",
  neutral: { on: false },
  create: (_, { channels }) => delay(channels, 77, (sample) => sample / 2),
});

/** Normalizes the peak to 1, which requires an analysis of the whole input. */
const level = defineEffect({
  id: "level",
  parameters: {},
  length: "same",
  neutral: null,
  analyze: () => {
    let peak = 0;
    return {
      push: (block) => {
        for (const samples of block) for (const x of samples) peak = Math.max(peak, Math.abs(x));
      },
      finish: () => peak,
    };
  },
  findings: (peak: number) => ({ figures: { peak } }),
  create: (_, { channels }, { analysis }) =>
    delay(channels, 5, (sample) => sample / (analysis ?? 1)),
});

async function run(steps: Parameters<typeof runSteps>[0], source: Source, options = {}) {
  const blocks: Block[] = [];
  const outcome = await runSteps(steps, source, (block) => void blocks.push(block), options);
  return { ...outcome, out: joinBlocks(blocks, outcome.format.channels) };
}

describe("effects over a source", () => {
  it("TLS-3 receive the approximate duration before the first block", async () => {
    const expectedFrames: (number | undefined)[] = [];
    const own = defineEffect({
      ...level,
      analyze: (_, __, ___, frames) => {
        expectedFrames.push(frames);
        return { push: () => {}, finish: () => 1 };
      },
    });
    await run([createStep(own, {}, null)], { ...sourceOf(input), frames: 777 });
    expect(expectedFrames).toContain(777);
  });

  it("TLS-3 are chained, each analysing what the ones before it give", async () => {
    const source = sourceOf(input);
    const progress: number[] = [];
    const { out, findings, frames } = await run(
      [createStep(half, { on: true }, null), createStep(level, {}, null)],
      source,
      { onProgress: (share: number) => progress.push(share) },
    );
    expect(frames).toBe(1000);
    expect(source.opened()).toBe(2);
    expect(findings[0]).toBeNull();
    const peak = Math.max(...input.flatMap((samples) => [...samples].map(Math.abs))) / 2;
    expect(findings[1]?.figures?.["peak"]).toBeCloseTo(peak, 6);
    expect(out[1]![500]).toBeCloseTo(input[1]![500]! / 2 / peak, 6);
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });

  it("TLS-1 that are neutral give the input back bit for bit, unprepared", async () => {
    const resources = {
      bytes: () => Promise.reject(new Error("not wanted")),
    };
    const step = await prepareStep(half, { on: false }, resources);
    expect((await run([step], sourceOf(input))).out).toEqual(input);
  });

  it("TLS-1 tell what they removed", async () => {
    const removed: Block[] = [];
    const { out } = await run([createStep(half, { on: true }, null)], sourceOf(input, 64), {
      removed: (block: Block) => void removed.push(block),
    });
    const rest = joinBlocks(removed, 2);
    expect(framesOf(rest)).toBe(1000);
    for (const i of [0, 1, 76, 77, 500, 999])
      expect(rest[0]![i]! + out[0]![i]!).toBeCloseTo(input[0]![i]!, 6);
  });

  it("TLS-4 count samples that are no numbers, or too large, as 0", async () => {
    const damaged = input.map((samples) => samples.slice());
    damaged[0]![10] = NaN;
    damaged[1]![20] = Infinity;
    damaged[1]![21] = -Infinity;
    damaged[0]![12] = 65_537;
    damaged[0]![13] = 65_536;
    const { out } = await run([createStep(half, { on: true }, null)], sourceOf(damaged));
    expect([out[0]![10], out[1]![20], out[1]![21]]).toEqual([0, 0, 0]);
    expect(out[0]![11]).toBe(input[0]![11]! / 2);
    expect([out[0]![12], out[0]![13]]).toEqual([0, 32_768]);
  });

  it("TLS-1 stop between blocks", async () => {
    const controller = new AbortController();
    let blocks = 0;
    const running = runSteps(
      [createStep(half, { on: true }, null)],
      sourceOf(input, 100),
      () => {
        if (++blocks === 2) controller.abort(new Error("enough"));
      },
      { signal: controller.signal },
    );
    await expect(running).rejects.toThrow("enough");
    expect(blocks).toBe(2);
  });

  it("TLS-4 take a source without a sample", async () => {
    const { frames } = await run(
      [createStep(half, { on: true }, null), createStep(level, {}, null)],
      sourceOf(createBlock(2, 0)),
    );
    expect(frames).toBe(0);
  });
});
