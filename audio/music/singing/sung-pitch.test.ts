import { describe, expect, it } from "vitest";
import { createRandom } from "#bench/audio/random.ts";
import { PLAIN_VOICE, singCurve } from "#bench/audio/music/made-singer.ts";
import { createPitchAnalyzer } from "./sung-pitch.ts";
import { findNotes, findPhrases, semitonesOf, smoothPitches } from "./sung-notes.ts";

const RATE = 16_000;
function trackOf(samples: Float32Array, sampleRate: number, block: number) {
  const meter = createPitchAnalyzer({ sampleRate });
  for (let at = 0; at < samples.length; at += block) meter.push([samples.subarray(at, at + block)]);
  return meter.finish();
}
const even = (hertz: number): number[] => Array<number>(60).fill(hertz);
const deviation = (found: readonly number[], hertz: number): number =>
  Math.max(...found.map((one) => Math.abs(1200 * Math.log2(one / hertz))));

describe("the pitch of singing", () => {
  it("TLS-15 is found from 70 to 1,040 Hz without octave errors", () => {
    for (const hertz of [70, 110, 247, 523, 1040])
      for (const voice of [PLAIN_VOICE, { ...PLAIN_VOICE, fundamental: hertz > 500 ? 1 : 0 }]) {
        const samples = singCurve(even(hertz), RATE, { random: createRandom(hertz), voice });
        const found = [...trackOf(samples, RATE, 4000).hertz].slice(5, -5);
        expect(deviation(found, hertz), String(hertz)).toBeLessThan(10);
      }
  });

  it("TLS-15 is the same however the sound is divided into blocks, at any rate", () => {
    const samples = singCurve([...even(220), ...even(-1)], 44_100, { random: createRandom(5) });
    const track = trackOf(samples, 44_100, 128);
    expect(trackOf(samples, 44_100, 30_000)).toEqual(track);
    expect(Math.abs(track.hertz.length - 119)).toBeLessThanOrEqual(2);
    expect(deviation([...track.hertz].slice(5, 55), 220)).toBeLessThan(5);
    expect(track.hertz.subarray(68).every((one) => one === 0)).toBe(true);
    const random = createRandom(6);
    const noise = trackOf(Float32Array.from({ length: RATE }, random.normal), RATE, 1000);
    expect(noise.hertz.filter((one) => one > 0).length).toBeLessThan(5);
  });

  it("TLS-15 becomes notes without vibrato, in phrases", () => {
    const sway = (i: number): number => 2 ** (Math.sin(i * 0.35) / 12 / 1.5);
    const hertz = Float32Array.from({ length: 260 }, (_, i) =>
      i < 10 || (i >= 110 && i < 180) ? 0 : (i < 60 ? 220 : 262) * sway(i),
    );
    hertz[30] = 0;
    const track = { hertz, power: hertz.map((one) => (one > 0 ? 0.01 : 0)) };
    const notes = findNotes(smoothPitches(semitonesOf(track)));
    expect(notes.map(({ note }) => Math.round(note))).toEqual([57, 60, 60]);
    expect(notes[1]!.from).toBeCloseTo(0.6, 1);
    expect(findPhrases(notes)).toHaveLength(2);
    // What is 40 dB softer than the voice was left over by the separation.
    track.power.fill(1e-6, 180);
    expect(findNotes(semitonesOf(track)).every(({ to }) => to < 1.2)).toBe(true);
  });
});
