import { describe, expect, it } from "vitest";
import { alignWords } from "./align-words.ts";
import { findPath } from "./find-path.ts";
import { MEL_BANDS, MEL_STEP, computeMelFrames } from "./mel-frames.ts";

const RATE = 16_000;
/** A tone whose partials depend on its number: a “word”. */
function tone(number: number, seconds: number): Float32Array {
  const partials = [3, 5, 7, 11].map((prime) => 250 + ((number * prime * 137) % 2800));
  return Float32Array.from({ length: Math.round(seconds * RATE) }, (_, at) =>
    partials.reduce((sum, hz) => sum + 0.1 * Math.sin((2 * Math.PI * hz * at) / RATE), 0),
  );
}
function joined(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
const silence = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * RATE));

describe("frames", () => {
  it("TLS-3 are the same however the sound is cut", async () => {
    const { createMelAnalyzer } = await import("./mel-frames.ts");
    const sound = joined([tone(1, 0.5), tone(2, 0.51)]);
    const whole = computeMelFrames(sound, RATE);
    expect(whole.count).toBe(Math.floor(1.01 / MEL_STEP));
    const analyzer = createMelAnalyzer(RATE);
    for (let at = 0; at < sound.length; at += 777) analyzer.push(sound.subarray(at, at + 777));
    expect(analyzer.finish()).toEqual(whole);
  });

  it("TLS-1 have a tone's energy in its band, at any rate", () => {
    for (const rate of [16_000, 44_100]) {
      const wave = Float32Array.from({ length: rate }, (_, at) =>
        Math.sin((2 * Math.PI * 1000 * at) / rate),
      );
      const { energies } = computeMelFrames(wave, rate);
      const frame = energies.subarray(20 * MEL_BANDS, 21 * MEL_BANDS);
      expect(frame.indexOf(Math.max(...frame))).toBe(8);
    }
  });
});

describe("the way of least cost", () => {
  it("TLS-1 passes each state in its order, and those over that may be", () => {
    // The frames encode their true state.
    const truth = [0, 0, 2, 2, 3, 5, 5, 5];
    const passed: number[] = [];
    const { path, cost } = findPath(
      truth.length,
      {
        count: 6,
        optional: Uint8Array.from([0, 1, 0, 0, 1, 0]),
        entry: new Float32Array(6),
      },
      {
        band: () => [0, 6],
        onFrame: (frame) => passed.push(frame),
        costOf: (frame, from, to, out) => {
          for (let s = from; s < to; s++) out[s - from] = Math.abs(truth[frame]! - s);
        },
      },
    );
    expect([...path]).toEqual(truth);
    expect(passed).toEqual([...truth.keys()]);
    expect(cost).toBe(0);
  });
});

describe("words in a recording", () => {
  const reading = [1, 2, 3, 4].map((number) => tone(number, 0.3));
  const words = reading.map((_, at) => ({
    from: 0.3 * at,
    to: 0.3 * (at + 1),
    beginsLine: at % 2 === 0,
  }));
  const read = computeMelFrames(joined(reading), RATE);
  const sung = joined([
    silence(2),
    tone(1, 0.8),
    tone(2, 0.3),
    silence(1.5),
    tone(3, 0.2),
    tone(4, 1.2),
    silence(1),
  ]);

  it("TLS-1 are found where they are held longer or shorter, with rests around them", () => {
    const shares: number[] = [];
    const onProgress = (share: number): number => shares.push(share);
    const found = alignWords(computeMelFrames(sung, RATE), read, words, { onProgress });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.length).toBeGreaterThan(100);
    expect(shares.at(-1)).toBeCloseTo(1);
    const begins = found.words.map(({ from }) => from);
    for (const [at, truth] of [2, 2.8, 4.6, 4.8].entries())
      expect(Math.abs(begins[at]! - truth)).toBeLessThan(0.06);
    expect(Math.abs(found.words[1]!.to - 3.1)).toBeLessThan(0.06);
    expect(found.distance).toBeLessThan(0.5);
  });

  it("TLS-3 begin no line implausibly long before the next word if music precedes them", () => {
    const recording = computeMelFrames(joined([tone(1, 2), tone(2, 0.3), silence(1)]), RATE);
    const begin = (isSung: boolean): number =>
      alignWords(recording, read, words, { isSung }).words[0]!.from;
    expect(Math.abs(begin(false) - 1.6)).toBeLessThan(0.2);
    expect(begin(true)).toBeLessThan(0.3);
  });

  it("TLS-4 are none without words or sound, and far from it in silence", () => {
    const nothing = computeMelFrames(silence(0), RATE);
    expect(alignWords(nothing, read, words).words).toEqual([]);
    expect(alignWords(computeMelFrames(sung, RATE), nothing, []).words).toEqual([]);
    const silent = alignWords(computeMelFrames(silence(4), RATE), read, words);
    expect(silent.words).toHaveLength(4);
    expect(silent.distance).toBe(1);
  });
});
