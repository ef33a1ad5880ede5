import { describe, expect, it } from "vitest";
import { curveOf, PLAIN_VOICE, singCurve, type SungNote } from "#bench/audio/music/made-singer.ts";
import { createRandom } from "#bench/audio/random.ts";
import { melodyOf, scoreSinging, type SingingOptions } from "./score-singing.ts";
import { createPitchAnalyzer, type PitchTrack } from "./sung-pitch.ts";

const RATE = 16_000;
const NOTES: readonly SungNote[] = [57, 60, 64, 62, 65, 69, 67, 64, 60, 62, 57, 59].map(
  (note, i) => ({ note, seconds: i % 4 === 3 ? 0.6 : 0.3, ...(i % 4 === 3 && { pause: 0.7 }) }),
);
const ANY = { anyOctave: true } as const;

const padded = (curve: readonly number[], before: number): number[] => [
  ...Array<number>(before).fill(-1),
  ...curve,
  ...Array<number>(40).fill(-1),
];
interface Singer {
  /** Cents. */
  readonly detune?: (note: number) => number;
  readonly notes?: readonly SungNote[];
  /** Cents. */
  readonly vibrato?: number;
  /** Frames. */
  readonly late?: number;
}
const curveOfSinger = ({ notes = NOTES, late = 0, ...singer }: Singer): number[] =>
  padded(curveOf(notes, singer), 40 + late);

/** What the meter finds of a singer, with its errors of some cents. */
function take(singer: Singer): PitchTrack {
  const random = createRandom(7);
  const curve = Float32Array.from(curveOfSinger(singer));
  return {
    hertz: curve.map((one) => (one > 0 ? one * 2 ** ((8 * random.normal()) / 1200) : 0)),
    power: curve.map((one) => (one > 0 ? 0.01 : 1e-7)),
  };
}
/** What the meter finds in the sound of a singer. */
function soundTake(singer: Singer, { gain = 1, noise = 0 }): PitchTrack {
  const random = createRandom(7);
  const voice = { ...PLAIN_VOICE, vowel: [320, 800, 2300] } as const;
  const samples = singCurve(curveOfSinger(singer), RATE, { random, voice }).map(
    (one) => gain * (one + noise * random.normal()),
  );
  const meter = createPitchAnalyzer({ sampleRate: RATE });
  for (let at = 0; at < samples.length; at += 1000) meter.push([samples.subarray(at, at + 1000)]);
  return meter.finish();
}
const melody = melodyOf(take({ vibrato: 40 }));
const score = (singer: Singer, options: SingingOptions = ANY) =>
  scoreSinging(melody, take(singer), options);

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const dot = (as: readonly number[], a: number, bs: readonly number[], b: number) =>
    as.reduce((sum, one, i) => sum + (one - a) * (bs[i]! - b), 0);
  return dot(xs, mx, ys, my) / Math.sqrt(dot(xs, mx, xs, mx) * dot(ys, my, ys, my));
}

describe("the score of singing", () => {
  it("TLS-15 follows known detuning from 0 to 200 cents, and falls with it", () => {
    const cents = [0, 25, 50, 75, 100, 125, 150, 175, 200];
    const even = cents.map((one) => score({ detune: () => one }).score!);
    expect(even[0]).toBeGreaterThan(0.95);
    expect(even.at(-1)).toBeLessThan(0.05);
    // All frames count in full up to about 25 cents.
    for (const [at, one] of even.entries()) if (at > 1) expect(one).toBeLessThan(even[at - 1]!);
    expect(correlation(cents, even)).toBeLessThan(-0.9);
    // A singer who is off by another amount at each note, in both directions.
    const random = createRandom(3);
    const wander = NOTES.map(() => random.normal());
    const uneven = cents.map((one) => score({ detune: (note) => one * wander[note]! }).score!);
    expect(correlation(cents, uneven)).toBeLessThan(-0.9);
  });

  it("TLS-15 does not depend on octave and latency, which it compensates", () => {
    const plain = score({ detune: () => 60 }).score!;
    const octave = NOTES.map((one) => ({ ...one, note: one.note + 12 }));
    for (const same of [{ notes: octave }, { late: 25 }, { late: -25 }])
      expect(score({ detune: () => 60, ...same }).score).toBeCloseTo(plain, 1);
    expect(score({ late: 25 }).latency).toBeCloseTo(0.25, 1);
    expect(score({ notes: octave }, { anyOctave: false }).score).toBe(0);
  });

  it("TLS-15 does not depend on level and room noise", () => {
    const notes = NOTES.slice(0, 4);
    const singer = { notes, detune: () => 60 };
    const short = melodyOf(take({ notes }));
    const plain = scoreSinging(short, take(singer), ANY).score!;
    const scoreOf = (sound: { gain?: number; noise?: number }) =>
      scoreSinging(short, soundTake(singer, sound), ANY).score!;
    expect(scoreOf({ gain: 0.02 })).toBeCloseTo(plain, 1);
    expect(scoreOf({ noise: 0.03 })).toBeCloseTo(plain, 1);
  });

  it("TLS-15 gives nothing for silence and next to nothing for a held note or another melody", () => {
    const silence = { hertz: new Float32Array(900), power: new Float32Array(900) };
    expect(scoreSinging(melody, silence, ANY)).toMatchObject({ score: 0, sung: 0, cents: null });
    const held = [55, 58, 61, 64, 67].map(
      (note) => score({ notes: [{ note, seconds: 7 }] }).score!,
    );
    expect(held.reduce((sum, one) => sum + one, 0) / held.length).toBeLessThan(0.12);
    expect(Math.max(...held)).toBeLessThan(0.3);
    const other = NOTES.map((one, i) => ({ ...one, note: 57 + ((i * 7) % 12) }));
    expect(score({ notes: other }).score).toBeLessThan(0.35);
  });

  it("TLS-15 says what was measured, as a whole and by line", () => {
    const found = score({ detune: (note) => (note < 4 ? 0 : -80) });
    expect(found.lines).toHaveLength(3);
    const [first, second] = found.lines;
    expect(first!.score).toBeGreaterThan(0.9);
    expect(first!.notes).toEqual({ hit: 4, total: 4 });
    expect(second!.notes.hit).toBe(0);
    expect(second!.bias).toBeGreaterThan(-95);
    expect(second!.bias).toBeLessThan(-65);
    expect(found.timing).toBeLessThan(0.05);
    const half = scoreSinging(melody, take({ notes: NOTES.slice(0, 4) }), ANY);
    expect(half.sung).toBeCloseTo(1 / 3, 1);
    expect(half.score).toBeCloseTo(1 / 3, 1);
    const transposed = NOTES.map((one) => ({ ...one, note: one.note + 3 }));
    expect(score({ notes: transposed }).score).toBeLessThan(0.2);
    expect(score({ notes: transposed }, { ...ANY, semitones: 3 }).score).toBeGreaterThan(0.95);
    const lines = [
      { from: -5, to: 1 },
      { from: 90, to: 99 },
    ];
    expect(score({}, { ...ANY, lines }).lines[1]).toMatchObject({ score: null, sung: 0 });
  });

  it("TLS-15 survives values that are not finite, and sounds without a voice", () => {
    const broken = take({});
    broken.hertz.fill(Number.NaN, 50, 100);
    broken.power.fill(Number.POSITIVE_INFINITY, 100, 120);
    expect(scoreSinging(melody, broken, ANY).score).toBeGreaterThan(0.5);
    const none = melodyOf({ hertz: new Float32Array(50), power: new Float32Array(50) });
    expect(scoreSinging(none, broken, ANY)).toMatchObject({ score: null, lines: [], latency: 0 });
    const empty = melodyOf({ hertz: new Float32Array(0), power: new Float32Array(0) });
    expect(scoreSinging(empty, broken, ANY).score).toBeNull();
    const meter = createPitchAnalyzer({ sampleRate: RATE });
    meter.push([Float32Array.from({ length: 8000 }, (_, i) => (i % 3 === 0 ? Number.NaN : 1e30))]);
    const wild = meter.finish();
    expect(wild.hertz.every((one) => one === 0 || one > 60)).toBe(true);
  });
});
