import { describe, expect, it } from "vitest";
import { composeFor, PLANS } from "#bench/audio/music/made-songs.ts";
import { playNotes } from "#bench/audio/music/play-notes.ts";
import { type Chroma, createChromaMeter } from "./chroma-meter.ts";
import { fifthsApart, transposeKey } from "./key.ts";
import { findKeySections } from "./key-sections.ts";

const RATE = 22_050;
const SECONDS = 24;
const plan = PLANS.find(({ key, meter }) => key.mode === "major" && meter === "4/4")!;

function measureChroma(): Chroma {
  const meter = createChromaMeter(RATE);
  meter.push(playNotes(composeFor(plan, SECONDS).midi, SECONDS, RATE));
  return meter.finish();
}
const chroma = measureChroma();

/** Chroma of a song whose parts are transposed by the given semitones. */
function chromaOf(parts: readonly (readonly [semitones: number, seconds: number])[]): Chroma {
  const values: number[] = [];
  for (const [semitones, seconds] of parts)
    for (let frame = 0; frame < Math.round(seconds * chroma.rate); frame++) {
      const at = 12 * (frame % Math.floor(chroma.values.length / 12));
      for (let i = 0; i < 12; i++) values.push(chroma.values[at + ((i - semitones + 12) % 12)]!);
    }
  return { ...chroma, values: Float32Array.from(values) };
}
/** Expects the given keys, or their relatives, at the given times. */
function expectKeys(
  parts: Parameters<typeof chromaOf>[0],
  expected: readonly (readonly [semitones: number, from: number])[],
): void {
  const seconds = parts.reduce((sum, [, length]) => sum + length, 0);
  const keys = findKeySections(chromaOf(parts), seconds);
  expect(keys).toHaveLength(expected.length);
  for (const [at, [semitones, from]] of expected.entries()) {
    expect(fifthsApart(keys[at]!, transposeKey(plan.key, semitones))).toBe(0);
    expect(Math.abs(keys[at]!.from - from)).toBeLessThanOrEqual(2);
  }
}

describe("keys of a song", () => {
  it.each([1, 2, 3, 6, -1, -2])("TLS-1 a last chorus moved by %i semitones is detected", (by) => {
    expectKeys(
      [
        [0, 150],
        [by, 30],
      ],
      [
        [0, 0],
        [by, 150],
      ],
    );
  });

  it("TLS-1 a key that returns is reported twice", () => {
    expectKeys(
      [
        [0, 40],
        [3, 40],
        [0, 40],
      ],
      [
        [0, 0],
        [3, 40],
        [0, 80],
      ],
    );
  });

  it("TLS-1 a few seconds of other notes change no key, nor does an hour of one song", () => {
    expectKeys(
      [
        [0, 40],
        [2, 3],
        [0, 40],
      ],
      [[0, 0]],
    );
    expectKeys([[0, 3600]], [[0, 0]]);
  });

  it.each([
    [0.97, 0.73, 0.69, 0.63, 0.69, 0.8, 0.63, 0.99, 0.85, 0.88, 0.91, 0.75],
    [0.68, 0.94, 0.66, 0.93, 0.89, 0.88, 0.71, 0.97, 0.65, 0.85, 0.88, 0.83],
  ])("TLS-1 a part that fits several keys by chance has no reported key", (...din) => {
    const song = chromaOf([[0, 60]]);
    const seconds = 16;
    const part = Array.from({ length: Math.round(seconds * song.rate) }, () => din).flat();
    for (const values of [
      [...part, ...song.values],
      [...song.values, ...part],
    ]) {
      const keys = findKeySections({ ...song, values: Float32Array.from(values) }, 60 + seconds);
      expect(keys).toHaveLength(1);
      expect(keys[0]!.from).toBe(0);
      expect(fifthsApart(keys[0]!, plan.key)).toBe(0);
    }
  });
});
