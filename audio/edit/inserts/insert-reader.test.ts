import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "../../effect.ts";
import { createBlock } from "../../signal/blocks.ts";
import { contextOf, createInserts } from "./create-insert.ts";
import { type ReadDry, createInsertReader } from "./insert-reader.ts";
import type { TrackEffect } from "./track-effect.ts";

const RATE = 8000;
const BLOCK = 4096;
/** Loud up to a frame, then at another level: what is remembered shows. */
const loudUntil =
  (last: number, level = 0.003): ReadDry =>
  async (start, end) => {
    const out = createBlock(1, end - start);
    for (let frame = start; frame < end; frame++) {
      const sample =
        frame < last
          ? 0.5 * Math.sin(frame * 0.04) + 0.4 * Math.sin(frame * frame * 0.0013)
          : level * (0.4 * Math.sin(frame * 2.5) + 0.6 * Math.sin(frame * 0.3));
      out[0]![frame - start] = sample * Math.cos(frame / 3000);
    }
    return out;
  };
const sound = loudUntil(10 * RATE);
const effect = (
  name: TrackEffect["effect"],
  values: TrackEffect["values"] = {},
  id = 1,
): TrackEffect => ({ id, effect: name, values });
/** The longest memory that one gate, compressor and reverb have. */
const SLOW = [
  effect("gate", { release: 1000, hold: 500, threshold: -60, floor: -20 }),
  effect("compressor", { release: 1000, threshold: -40 }, 2),
  effect("reverb", { decay: 8 }, 3),
];
/** A memory of 31 blocks at little cost. */
const GATES = [1, 2].map((id) => effect("gate", { release: 1000, hold: 500 }, id));
const QUICK = [effect("compressor", { release: 60 }), effect("limiter", { gain: 6 }, 2)];

const readerOf = (effects: readonly TrackEffect[], read: ReadDry) =>
  createInsertReader(effects, { sampleRate: RATE, channels: 1 }, read)!;

/** Blocks that the effects process for each read of some blocks. */
function createCounted(effects: readonly TrackEffect[]) {
  let frames = 0;
  const read = readerOf(effects, async (start, end) => {
    frames += end - start;
    return createBlock(1, end - start);
  });
  const costOf = async (first: number, last: number): Promise<number> => {
    const before = frames;
    await read(first * BLOCK, last * BLOCK);
    return (frames - before) / BLOCK;
  };
  const costsOf = async (first: number, last: number): Promise<number[]> => {
    const costs: number[] = [];
    for (let block = first; block < last; block++) costs.push(await costOf(block, block + 1));
    return costs;
  };
  return { costOf, costsOf };
}
const isSame = (a: Block, b: Block): boolean =>
  a.every((samples, channel) => samples.every((sample, i) => sample === b[channel]![i]));

describe("TLS-13 the effects of a track during playback", () => {
  it("process at most three blocks for each that is read, wherever they start again", async () => {
    for (const effects of [GATES, QUICK]) {
      const costs = await createCounted(effects).costsOf(0, 110);
      expect(Math.max(...costs)).toBeLessThanOrEqual(3);
      expect(costs.reduce((sum, cost) => sum + cost)).toBeLessThan(2.1 * 110);
    }
  });

  it("process little after a jump to anywhere, once it sounds", async () => {
    for (const first of [29, 30, 31, 45, 61, 62]) {
      const [jump = 0, ...costs] = await createCounted(GATES).costsOf(first, first + 40);
      expect(jump).toBeGreaterThanOrEqual(30);
      expect(Math.max(...costs)).toBeLessThanOrEqual(8);
    }
  });

  it("start a loop again from what is kept of its start, while they catch up in parts", async () => {
    for (const [first, last] of [
      [0, 25],
      [20, 70],
    ] as const) {
      const { costsOf } = createCounted(GATES);
      const [start = 0, ...costs] = [
        ...(await costsOf(first, last)),
        ...(await costsOf(first, last)),
        ...(await costsOf(first, last)),
      ];
      expect(start).toBeGreaterThanOrEqual(first);
      // Up to 62 blocks to catch up in 10.
      expect(Math.max(...costs)).toBeLessThanOrEqual(8);
    }
  });

  it("read the last seconds again at almost no cost: when another track changes, and after a step back", async () => {
    const { costOf, costsOf } = createCounted(GATES);
    await costsOf(0, 50);
    expect(await costOf(48, 50)).toBeLessThanOrEqual(2);
    expect(await costOf(41, 42)).toBeLessThanOrEqual(1);
  });

  it("give the same wherever reading starts, jumps and loops", async () => {
    const FRAMES = 22 * RATE;
    const whole = await readerOf(QUICK, sound)(0, FRAMES);
    const start = fc.oneof(
      fc.integer({ min: 0, max: FRAMES - 1 }),
      fc.integer({ min: 10 * BLOCK - 300, max: 10 * BLOCK + 300 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(start, fc.integer({ min: 1, max: 9000 }), fc.nat(6)), {
          minLength: 2,
          maxLength: 6,
        }),
        async (jumps) => {
          const read = readerOf(QUICK, sound);
          for (const [from, count, times] of jumps)
            for (let at = from, i = 0; i <= times && at < FRAMES; at += count, i++) {
              const end = Math.min(FRAMES, at + count);
              expect(isSame(await read(at, end), [whole[0]!.subarray(at, end)])).toBe(true);
            }
        },
      ),
      { numRuns: 12 },
    );
  });

  it.each([
    ["slow effects in series", RATE, SLOW, 0.003],
    ["the de-esser, whose average remembers loud sounds", 16_000, [effect("deesser")], 0.0003],
    [
      "a boost with a high Q",
      RATE,
      [
        effect("equalizer", {
          lowGain: 18,
          lowFrequency: 20,
          peak1Gain: 18,
          peak1Frequency: 20,
          peak1Q: 10,
        }),
      ],
      0.003,
    ],
  ])(
    "differ from an uninterrupted run by less than −90 dB: %s",
    async (_, rate, effects, level) => {
      const format = { sampleRate: rate, channels: 1 };
      const context = contextOf(effects, rate);
      const length = Math.max(5, context);
      // The loud part ends just before the effects start for the third segment.
      const read = loudUntil(Math.floor((2 * length - context - 0.05) * rate), level);
      const frames = Math.ceil(2.5 * length * rate);
      const [output] = await createInsertReader(effects, format, read)!(0, frames);
      const [direct] = createInserts(effects, format)!.process(await read(0, frames))!;
      let error = 0;
      for (const [i, sample] of direct!.entries())
        error = Math.max(error, Math.abs(sample - output![i]!));
      expect(error).toBeGreaterThan(0);
      expect(20 * Math.log10(error)).toBeLessThan(-90);
    },
  );
});
