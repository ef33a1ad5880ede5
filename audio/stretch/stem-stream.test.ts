import { describe, expect, it } from "vitest";
import { type PlaybackRange, positionAt, runsOf } from "./playback-range.ts";
import { type StreamRequest, createStemStream } from "./stem-stream.ts";
import { createStretcher } from "./stretcher.ts";
import { isLong } from "#tests/left-out.ts";

/**
 * An error of a sample after a loop, jump or change occurs at the first one; long runs detect
 * accumulated errors.
 */
const MINUTES = isLong ? 10 : 2;

/** Low rate in Hz, so that ten minutes of eight stems are computed quickly. */
const RATE = 4000;
const SECONDS = 60;
const FRAMES = SECONDS * RATE;

/** Noise with a click at the beginning of each second; equal in all stems. */
function createSound(): Float32Array {
  const sound = new Float32Array(FRAMES);
  let seed = 1;
  for (let i = 0; i < FRAMES; i++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    const beat = i % RATE;
    sound[i] = 0.02 * (seed / 2 ** 31) + (beat < 40 ? 0.9 * Math.exp(-beat / 8) : 0);
  }
  return sound;
}
const sound = createSound();
const streamOf = (stems: number) =>
  createStemStream({
    channels: stems,
    read: async (from, count) =>
      Array.from({ length: stems }, () => sound.subarray(from, from + count)),
    createStretcher: () => createStretcher(stems, RATE),
  });
const ALL: PlaybackRange = { first: 0, last: FRAMES, loop: false };
const requestOf = (request: Partial<StreamRequest>): StreamRequest => ({
  start: null,
  passage: ALL,
  count: 4000,
  tempo: 1,
  semitones: 0,
  ...request,
});

describe("a passage", () => {
  it("TLS-1 is played once, or again and again from its first frame", () => {
    const loop = { first: 100, last: 150, loop: true };
    expect(positionAt({ ...loop, loop: false }, 140, 30)).toBe(170);
    expect([0, 9, 10, 59, 60, -20].map((played) => positionAt(loop, 140, played))).toEqual([
      140, 149, 100, 149, 100, 120,
    ]);
    expect(runsOf(loop, 140, 0, 70)).toEqual([
      { from: 140, count: 10 },
      { from: 100, count: 50 },
      { from: 100, count: 10 },
    ]);
    expect(runsOf(loop, 120, -30, 10)).toEqual([{ from: 90, count: 40 }]);
  });
});

describe("stems on one clock", () => {
  it("TLS-1 come bit for bit as long as tempo and pitch are their own, through loops and to the end", async () => {
    const stream = streamOf(2);
    const passage = { first: 1000, last: 2000, loop: true };
    const { planes, from, to } = await stream.next(
      requestOf({ start: 1800, passage, count: 1500 }),
    );
    const expected = [
      ...sound.subarray(1800, 2000),
      ...sound.subarray(1000, 2000),
      ...sound.subarray(1000, 1300),
    ];
    expect(planes.map((plane) => [...plane])).toEqual([expected, expected]);
    expect([from, to]).toEqual([0, 1500]);
    const end = await stream.next(requestOf({ start: FRAMES - 100 }));
    expect(end.planes[0]).toEqual(sound.subarray(FRAMES - 100));
    expect((await stream.next(requestOf({}))).planes[0]).toHaveLength(0);
  });

  it.each([
    [0.8, 0],
    [1.25, 0],
    [1, 3],
    [0.5, -5],
  ])(
    "TLS-1 at a tempo of %f and %i semitones each click is heard where it is due",
    async (tempo, semitones) => {
      const stream = streamOf(1);
      const start = 2 * RATE - 400;
      const first = await stream.next(requestOf({ start, tempo, semitones, count: 3 * RATE }));
      expect(first.to).toBeCloseTo(3 * RATE * tempo, 6);
      const plane = first.planes[0]!;
      for (let second = 2; (second + 0.2) * RATE < start + first.to; second++) {
        const due = (second * RATE - start) / tempo;
        const around = Math.round(due);
        let peak = Math.max(0, around - 300);
        for (let i = peak; i < around + 300; i++)
          if (Math.abs(plane[i]!) > Math.abs(plane[peak]!)) peak = i;
        // The stretcher's window spreads a click over half a hundredth of a second.
        expect(Math.abs(peak - due)).toBeLessThan(0.006 * RATE);
      }
    },
  );

  it(`TLS-1 stay on the same sample for ${MINUTES} minutes, through loops, jumps and changes of tempo and pitch`, async () => {
    const stems = 8;
    const stream = streamOf(stems);
    let seed = 7;
    const random = (): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return seed / 0x7fffffff;
    };
    let rendered = 0;
    let request = requestOf({ start: 0, tempo: 0.9 });
    let turns = 0;
    let apart = 0;
    let shifted = 0;
    let drift = 0;
    let played = 0;
    while (rendered < 60 * MINUTES * RATE) {
      const { planes, from, to } = await stream.next(request);
      // Each block starts where the previous one ended.
      drift = Math.max(drift, Math.abs(from - played));
      played = to;
      const [one, ...others] = planes as [Float32Array, ...Float32Array[]];
      for (let i = 1; i < one.length; i++) {
        shifted += (one[i]! - one[i - 1]!) ** 2;
        for (const plane of others) apart = Math.max(apart, (plane[i]! - one[i]!) ** 2);
      }
      rendered += one.length;
      turns++;
      const ended = planes[0]!.length === 0;
      const tempo = turns % 5 === 0 ? 0.5 + 1.5 * random() : request.tempo;
      const semitones = turns % 9 === 0 ? Math.round(12 * random() - 6) : request.semitones;
      request = { ...request, start: null, tempo, semitones };
      if (turns % 13 === 0 || ended) {
        const first = Math.floor(random() * (FRAMES - 3 * RATE));
        const loop = turns % 2 === 0;
        const passage = loop ? { first, last: first + 2 * RATE, loop } : ALL;
        const isPlain = turns % 3 === 0;
        request = { ...request, start: first, passage, ...(isPlain && { tempo: 1, semitones: 0 }) };
        played = 0;
      }
    }
    expect(turns).toBeGreaterThan(50 * MINUTES);
    expect(drift).toBe(0);
    // Differences are rounding errors: an offset of one sample would be as large as the noise
    // itself.
    expect(apart).toBeLessThan((1e-2 * shifted) / rendered);
  }, 300_000);
});
