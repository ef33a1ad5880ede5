import { describe, expect, it } from "vitest";
import { framesOf } from "../signal/blocks.ts";
import { createRandom } from "../soundscape/kit/random.ts";
import {
  type SpokenLine,
  excessOf,
  fitSpeech,
  PACE_LIMITS,
  paceFor,
  slotsOf,
} from "./fit-speech.ts";
import { type DubLine, type DubOptions, mixDub } from "./mix-dub.ts";
import { speechLength } from "./speech-length.ts";

const RATE = 24_000;
/** A voice with a fixed duration and leading silence. */
const voiceOf =
  (seconds: number, follows = 1) =>
  async (pace: number): Promise<SpokenLine> => {
    const length = Math.round((RATE * seconds) / pace ** follows);
    const samples = new Float32Array(length + 2400).fill(0.2);
    samples.fill(0, 0, 2400);
    return { samples, sampleRate: RATE };
  };
const lengthOf = ({ samples, sampleRate }: SpokenLine): number => samples.length / sampleRate;

describe("a line in its time", () => {
  it("TLS-1 has its own time, and the pause up to the next line", () => {
    const lines = [
      { from: 1, to: 3 },
      { from: 5, to: 8 },
      { from: 7, to: 9 },
    ];
    const [first, second, last] = slotsOf(lines, 10);
    expect(first!.own).toBeCloseTo(2);
    expect(first!.room).toBeCloseTo(3.92);
    // Ends where the next line starts, even if it overlaps.
    expect(second!.own).toBeCloseTo(1.92);
    expect(last!.room).toBeCloseTo(3);
  });

  it.each([
    // The natural length extends into the pause; the pace increases only when that is used up.
    [2, 1],
    [3, 1],
    [4.4, 1.1],
    [6, PACE_LIMITS.fastest],
    [1.9, 0.95],
    [1, PACE_LIMITS.slowest],
  ])("TLS-1 of %f s in 2 s with a pause of 2 s is spoken at %f of its pace", (seconds, pace) => {
    expect(paceFor(seconds, { own: 2, room: 4 })).toBeCloseTo(pace);
  });

  it("TLS-1 is reported if it is too long even at the fastest pace", () => {
    expect(excessOf(5, { own: 2, room: 4 })).toBe(0);
    expect(excessOf(6, { own: 2, room: 4 })).toBeCloseTo(0.8);
  });

  it("TLS-1 is spoken again until it fits, from its first sound on, by a voice that does not follow exactly", async () => {
    for (const follows of [0.8, 1, 1.1]) {
      const fitted = await fitSpeech(voiceOf(2.3, follows), { own: 2, room: 2 });
      expect(lengthOf(fitted)).toBeLessThanOrEqual(2);
      expect(lengthOf(fitted)).toBeGreaterThan(1.85);
      expect(fitted.excess).toBe(0);
      expect(fitted.pace).toBeGreaterThan(1.1);
      expect(Math.abs(fitted.samples[300]!)).toBeGreaterThan(0);
    }
    const long = await fitSpeech(voiceOf(4), { own: 2, room: 2 });
    expect(long.pace).toBe(PACE_LIMITS.fastest);
    expect(long.excess).toBeCloseTo(1.21, 1);
  });

  it("TLS-1 has a length that is near before it is spoken", () => {
    expect(speechLength("The river carries sand to the sea.", "en", 150)).toBeCloseTo(1.9, 0);
    expect(speechLength("川は海へ砂を運びます。", "ja", 150)).toBeCloseTo(2.3, 0);
    expect(speechLength("…", "en", 150)).toBe(0);
  });
});

const format = { sampleRate: 48_000, channels: 2 };
async function mix(options: Partial<DubOptions>): Promise<Float32Array[]> {
  const frames = 5 * format.sampleRate;
  const planes = [new Float32Array(frames), new Float32Array(frames)];
  let at = 0;
  const all = { format, frames, background: null, duck: 0, gain: 0, lines: [], ...options };
  for await (const block of mixDub(all)) {
    for (const [side, plane] of block.entries()) planes[side]!.set(plane, at);
    at += framesOf(block);
  }
  expect(at).toBe(frames);
  return planes;
}
const lineOf = (at: number, seconds: number, end = 5): DubLine => ({
  at,
  end,
  until: at + seconds,
  read: async () => ({
    samples: new Float32Array(Math.round(seconds * RATE)).fill(0.25),
    sampleRate: RATE,
  }),
});
/** Noise in blocks of odd length, shorter than `frames` at the end. */
async function* noise(frames: number, level = 0.1) {
  const random = createRandom(3);
  for (let at = 0; at < frames;) {
    const count = Math.min(7001, frames - at);
    yield [0, 1].map(() => Float32Array.from({ length: count }, () => level * random.noise()));
    at += count;
  }
}

describe("a dub", () => {
  it("TLS-1 is as long as the recording, and its lines begin within 150 ms of their times", async () => {
    const [left, right] = await mix({ lines: [lineOf(0.5, 1), lineOf(2.25, 0.5)] });
    const begins = [...left!.keys()].filter(
      (i) => Math.abs(left![i]!) > 0.1 && Math.abs(left![i - 1] ?? 0) <= 0.1,
    );
    const near = (seconds: number): boolean =>
      begins.some((frame) => Math.abs(frame / format.sampleRate - seconds) < 0.005);
    expect([near(0.5), near(2.25), near(1)]).toEqual([true, true, false]);
    expect(Buffer.from(left!.buffer).equals(Buffer.from(right!.buffer))).toBe(true);
  });

  it("TLS-1 preserves the audio under it between lines, and is padded where that audio ends", async () => {
    const frames = 4 * format.sampleRate;
    const [left] = await mix({ background: noise(frames), lines: [lineOf(2, 0.5)] });
    let at = 0;
    for await (const [plane] of noise(frames))
      for (const value of plane!) {
        const seconds = at / format.sampleRate;
        if (seconds < 1.95 || seconds > 2.55)
          if (Math.abs(left![at]! - value) > 1e-7) expect([at, left![at]]).toEqual([at, value]);
        at++;
      }
    expect(left!.subarray(frames).every((value) => value === 0)).toBe(true);
  });

  it("TLS-1 lowers the audio under a line if requested, and never exceeds −1 dBTP", async () => {
    const energy = (plane: Float32Array, from: number, to: number): number => {
      const part = plane.subarray(from * format.sampleRate, to * format.sampleRate);
      return 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 0) / part.length);
    };
    const silent = {
      ...lineOf(2, 1),
      read: async () => ({ samples: new Float32Array(9), sampleRate: RATE }),
    };
    const [left] = await mix({ background: noise(240_000), duck: -18, lines: [silent] });
    expect(energy(left!, 0, 1.5) - energy(left!, 2, 3)).toBeCloseTo(18, 0);
    expect(energy(left!, 0, 1.5) - energy(left!, 3.5, 5)).toBeCloseTo(0, 0);
    const [loud] = await mix({ background: noise(240_000, 0.9), gain: 12, lines: [lineOf(1, 2)] });
    expect(loud!.reduce((max, value) => Math.max(max, Math.abs(value)), 0)).toBeLessThan(0.892);
  });

  it("TLS-1 lets a line that is too long go where the next one begins", async () => {
    const [left] = await mix({ lines: [lineOf(1, 3, 2), lineOf(2.1, 0.5)] });
    const at = (seconds: number): number => Math.abs(left![Math.round(seconds * 48_000)]!);
    expect(at(1.9)).toBeCloseTo(0.25, 2);
    expect(at(2.05)).toBeLessThan(0.001);
    expect(at(2.4)).toBeCloseTo(0.25, 2);
  });
});
