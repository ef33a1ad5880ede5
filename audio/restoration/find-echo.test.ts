import { describe, expect, it } from "vitest";
import { createRandom } from "#bench/audio/random.ts";
import { createEchoFinder } from "./find-echo.ts";

const RATE = 16_000;

/** Syllable-length bursts of noise with pauses. */
function syllables(seconds: number, seed: number): Float32Array {
  const { uniform: random } = createRandom(seed);
  const samples = new Float32Array(seconds * RATE);
  for (let at = 0; at < samples.length;) {
    const length = Math.round((0.08 + 0.2 * random()) * RATE);
    const level = 0.1 + 0.4 * random();
    for (let i = at; i < Math.min(samples.length, at + length); i++)
      samples[i] = level * (2 * random() - 1);
    at += length + Math.round(0.1 * random() * RATE);
  }
  return samples;
}
const find = (samples: Float32Array) => {
  const finder = createEchoFinder(RATE);
  for (let at = 0; at < samples.length; at += 4096) finder.push([samples.slice(at, at + 4096)]);
  return finder.finish();
};

describe("the search for an echo", () => {
  it.each([
    [4, 0.24, 0.45],
    [5.5, 0.3, 0.6],
    [8, 0.24, 0.45],
    [12, 0.4, 0.82],
    [20, 0.6, 0.33],
  ])(
    "TLS-18 finds none in %d s where %d s are said twice, note for note",
    (seconds, length, distance) => {
      const samples = syllables(seconds, seconds);
      const start = Math.round(0.45 * seconds * RATE);
      // Twice as loud: one repetition weighs as much as an echo throughout.
      const word = samples.slice(start, start + length * RATE).map((x) => 2 * x);
      samples.set(word, start);
      samples.set(word, start + Math.round(Math.max(length, distance) * RATE));
      expect(find(samples)).toBeNull();
    },
  );

  it.each([
    [2, 0.15, 0.4],
    [4, 0.09, 0.5],
    [5.5, 0.3, 0.2],
    [8, 0.25, 0.3],
    [12, 0.823, 0.2],
    [20, 0.5, 0.15],
    [40, 0.95, 0.2],
  ])(
    "TLS-18 finds one in %d s that comes after %d s, %d times as strong",
    (seconds, delay, gain) => {
      const lag = Math.round(delay * RATE);
      const dry = syllables(seconds, seconds + 7);
      const echo = find(dry.map((x, i) => x + (i >= lag ? gain * dry[i - lag]! : 0)));
      expect(echo?.delay).toBeCloseTo(delay, 3);
    },
  );
});
