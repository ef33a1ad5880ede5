import path from "node:path";
import { describe, expect, it } from "vitest";
import { createResources } from "#cli/audio/effects/resources.ts";
import type { Block } from "../effect.ts";
import { parseValues } from "../parameters.ts";
import { copyFrames, framesOf, joinBlocks } from "../signal/blocks.ts";
import { createStep } from "../pipeline/step.ts";
import { runSteps } from "../pipeline/stream.ts";
import silence from "./silence.ts";

const weights = await createResources(path.resolve(import.meta.dirname, "../..")).bytes(
  "silero.f16",
);
const RATE = 8000;
/** Words of a recording in seconds; the rest is noise. */
const WORDS = [
  [0.8, 2.1],
  [2.4, 3.5],
  [4.7, 4.95],
  [6.5, 9],
] as const;
const FRAMES = 10 * RATE;

function createRandom() {
  let state = 5;
  return (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Low-frequency noise in gusts, up to 20 dB louder than between them. */
function blow(loudest: number): Float32Array {
  const random = createRandom();
  let low = 0;
  return Float32Array.from({ length: FRAMES }, (_, i) => {
    low += 0.2 * (random() - low);
    const gust = 0.55 + 0.3 * Math.sin(i * 0.0013) + 0.15 * Math.sin(i * 0.0037 + 1);
    return loudest * Math.max(0.1, gust) * low;
  });
}

/** Swelling syllables with soft ends, over noise. @param noise its amplitude */
function record(noise: number): Float32Array {
  const random = createRandom();
  return Float32Array.from({ length: FRAMES }, (_, i) => {
    const time = i / RATE;
    const word = WORDS.find(([start, end]) => time >= start && time < end);
    const level = word ? 0.05 + 0.35 * Math.abs(Math.sin((time - word[0]) * 9)) : 0;
    const voice = Math.sin(i * 0.11) * 0.6 + Math.sin(i * 0.33) * 0.3 + random() * 0.1;
    return level * voice + noise * random();
  });
}

async function run(samples: Float32Array, given: Record<string, unknown> = {}) {
  const { values, problems } = parseValues(silence.parameters, given, "silence");
  expect(problems).toEqual([]);
  const blocks: Block[] = [];
  const source = {
    format: { sampleRate: RATE, channels: 1 },
    async *open() {
      for (let at = 0; at < FRAMES; at += 1111) yield copyFrames([samples], at, at + 1111);
    },
  };
  const step = createStep(silence, values, weights);
  const { findings } = await runSteps([step], source, (block) => void blocks.push(block));
  return { out: joinBlocks(blocks, 1), ...findings[0]! };
}

const PAUSES = [
  [0, 0.8],
  [3.5, 4.7],
  [4.95, 6.5],
  [9, 10],
] as const;

describe("silence", () => {
  it.each([0, 0.0003, 0.002, 0.01])(
    "CLI-9 pauses are found within 30 ms over noise of %d",
    async (noise) => {
      const { ranges } = await run(record(noise));
      expect(ranges).toHaveLength(PAUSES.length);
      for (const [i, [start, end]] of PAUSES.entries()) {
        expect(Math.abs(ranges![i]!.start - start)).toBeLessThanOrEqual(0.03);
        expect(Math.abs(ranges![i]!.end - end)).toBeLessThanOrEqual(0.03);
        expect(ranges![i]!.sureness).toBeGreaterThan(0.5);
      }
    },
  );

  it("CLI-9 pauses are found in wind, and wind alone is none", async () => {
    const wind = blow(0.3);
    const { ranges } = await run(record(0.0003).map((sample, i) => sample + wind[i]!));
    const audible = ranges!.filter(({ start, end }) =>
      PAUSES.some(([from, to]) => start < to - 0.2 && end > from + 0.2),
    );
    for (const [from, to] of PAUSES) {
      const found = audible.reduce(
        (sum, { start, end }) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)),
        0,
      );
      expect(found).toBeGreaterThan(0.7 * (to - from));
    }
    for (const { start, end } of ranges!)
      for (const [from, to] of WORDS)
        expect(Math.min(end, to) - Math.max(start, from)).toBeLessThan(0.1);
    expect((await run(wind)).ranges).toEqual([]);
  });

  it("CLI-9 shortens each pause to the requested length, and preserves every word", async () => {
    const samples = record(0.001);
    const { out, figures } = await run(samples, { leave: 0.3 });
    const removed = figures!["removedSeconds"]!;
    expect(removed).toBeCloseTo(10 - 1.3 - 0.3 - 1.1 - 0.25 - 2.5 - 4 * 0.3, 0);
    expect(framesOf(out)).toBeCloseTo(FRAMES - removed * RATE, -2);
    // Every word must appear in the output sample by sample.
    const text = Buffer.from(out[0]!.buffer);
    for (const [start, end] of WORDS) {
      const word = samples.slice(start * RATE, end * RATE);
      expect(text.includes(Buffer.from(word.buffer))).toBe(true);
    }
  });

  it("CLI-9 preserves pauses that are marked as kept", async () => {
    const samples = record(0.001);
    const all = await run(samples);
    const result = await run(samples, { keep: "4-4.1" });
    expect(framesOf(result.out) - framesOf(all.out)).toBeCloseTo((1.2 - 0.2) * RATE, -3);
    expect(result.ranges).toEqual(all.ranges);
  });

  it("CLI-9 takes a level and a shortest pause from outside", async () => {
    const { ranges } = await run(record(0.001), { adaptive: "off", threshold: -50, shortest: 1.3 });
    expect(ranges).toHaveLength(1);
    expect((await run(record(0.001), { shortest: 0.25 })).ranges).toHaveLength(5);
    expect((await run(record(0.1), { adaptive: "off", threshold: -60 })).ranges).toEqual([]);
  });

  it("USR-15 reports how many pauses it shortened; without any, the sound is unchanged", async () => {
    const samples = record(0.001);
    expect((await run(samples)).changes).toBe(PAUSES.length);
    expect((await run(samples, { keep: "4-4.1" })).changes).toBe(PAUSES.length - 1);
    const none = await run(samples, { shortest: 5 });
    expect([none.changes, none.out]).toEqual([0, [samples]]);
    // A pause shorter than the remaining length is not changed.
    const left = await run(samples, { leave: 5 });
    expect(left.ranges).toHaveLength(PAUSES.length);
    expect([left.changes, left.out]).toEqual([0, [samples]]);
  });

  it("TLS-4 a file with nothing in it becomes one short pause", async () => {
    const { out } = await run(new Float32Array(FRAMES));
    expect(framesOf(out)).toBe(0.2 * RATE);
  });
});
