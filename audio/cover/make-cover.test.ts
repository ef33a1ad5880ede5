import { describe, expect, it } from "vitest";
import { makeVowel, measurePitch } from "#bench/audio/vowel.ts";
import type { Block } from "../effect.ts";
import { createSeparator } from "../separation/separator.ts";
import { copyFrames, joinBlocks } from "../signal/blocks.ts";
import { type CoverTake, type CoverValues, COVER_TAKES } from "./cover-values.ts";
import { type CoverSound, analyzeSong, makeCover } from "./make-cover.ts";

const RATE = 22_050;
const NEUTRAL: CoverValues = {
  voice: "none",
  pitch: 0,
  formant: 0,
  key: 0,
  level: 0,
  reverb: false,
};

/** Samples as a source with blocks of odd length. */
function soundOf(block: Block): CoverSound {
  const frames = block[0]!.length;
  return {
    format: { sampleRate: RATE, channels: block.length },
    duration: frames / RATE,
    async *blocks() {
      for (let at = 0; at < frames; at += 1777)
        yield block.map((samples) => samples.subarray(at, at + 1777));
    },
  };
}

async function cover(song: Block, vocals: Block, values: Partial<CoverValues>, isLeaky = false) {
  const [whole, voice] = [soundOf(song), soundOf(vocals)];
  const analysis = await analyzeSong(whole, voice, { isLeaky });
  const parts: Record<CoverTake, (Block | null)[]> = { cover: [], voice: [], backing: [] };
  for await (const made of makeCover(whole, voice, analysis, { ...NEUTRAL, ...values }))
    for (const take of COVER_TAKES)
      parts[take].push(made[take]?.map((samples) => samples.slice()) ?? null);
  const joined = (take: CoverTake) => joinBlocks(parts[take], song.length);
  return {
    heard: analysis,
    cover: joined("cover"),
    voice: joined("voice"),
    backing: joined("backing"),
  };
}

/** Sung ranges in seconds, out of eight. */
const SUNG = [
  [1, 3],
  [4.5, 6.5],
] as const;
const isSung = (time: number): boolean => SUNG.some(([from, to]) => time >= from && time < to);
const SECONDS = 8;
const HERTZ = 220;

/** A voice that sings one vowel in two phrases. */
const vowel = makeVowel(HERTZ, RATE, { seconds: SECONDS });
const loudest = vowel.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
const voice = vowel.map((value, i) => (isSung(i / RATE) ? (0.3 * value) / loudest : 0));
const band = [1, 1.26].map((root) =>
  Float32Array.from(
    { length: SECONDS * RATE },
    (_, i) =>
      0.1 * Math.sin((2 * Math.PI * 330 * root * i) / RATE) +
      0.1 * Math.sin((2 * Math.PI * 82 * i) / RATE),
  ),
);
const vocals = [voice, voice];
const song = band.map((samples) => samples.map((value, i) => value + voice[i]!));

/** Level in dBFS of the difference of two sounds. @param from seconds */
function difference(a: Block, b: Block, from: number, to: number): number {
  let sum = 0;
  for (const [c, samples] of a.entries())
    for (let i = Math.round(from * RATE); i < to * RATE; i++) sum += (samples[i]! - b[c]![i]!) ** 2;
  return 10 * Math.log10(sum / (a.length * (to - from) * RATE) + 1e-30);
}
describe("a cover", () => {
  it("TLS-1 equals the song in ranges without singing, whatever the voice settings", async () => {
    for (const name of ["deep", "whisper", "radio"] as const) {
      const made = await cover(song, vocals, { voice: name, pitch: -12, level: 6 });
      for (const [from, to] of [
        [0, 0.8],
        [3.4, 4.3],
        [6.9, 8],
      ] as const)
        expect(difference(made.cover, song, from, to), name).toBeLessThan(-60);
      expect(difference(made.cover, song, 1.2, 2.8), name).toBeGreaterThan(-30);
    }
  });

  it("TLS-1 takes away no more than the voice that it replaces, of a split that lets the band through", async () => {
    // 2 % of the band's power leaks into the separated voice.
    const leaky = voice.map((value, i) => value + 0.14 * band[0]![i]!);
    const made = await cover(song, [leaky, leaky], { voice: "deep" });
    for (const [from, to] of [
      [0, 0.7],
      [3.5, 4.2],
      [7, 8],
    ] as const)
      expect(difference(made.cover, song, from, to)).toBeLessThan(-60);
  });

  it("TLS-1 equals the song in ranges without singing, with the built-in separation", async () => {
    // A swaying voice in the center, and chords at the sides.
    const swaying = makeVowel(HERTZ, RATE, { seconds: SECONDS, sway: 0.03 });
    const max = swaying.reduce((top, value) => Math.max(top, Math.abs(value)), 0);
    const chordAt = (i: number, root: number) =>
      [1, 1.25, 1.5].reduce((sum, n) => sum + Math.sin((2 * Math.PI * root * n * i) / RATE), 0);
    const own = [196, 247].map((root) =>
      swaying.map(
        (value, i) => (isSung(i / RATE) ? (0.35 * value) / max : 0) + 0.03 * chordAt(i, root),
      ),
    );
    const separator = createSeparator({ preset: "vocals" }, { sampleRate: RATE, channels: 2 });
    const first = separator.push(own)?.[0];
    const split = joinBlocks(
      [first ? copyFrames(first, 0) : null, separator.flush()?.[0] ?? null],
      2,
    );
    // A voice that is rough.
    const silence = split.map((samples) => samples.map(() => 0));
    expect(difference(split, silence, 3.5, 4.2)).toBeGreaterThan(-50);
    const made = await cover(own, split, { voice: "high" }, true);
    for (const [from, to] of [
      [0, 0.7],
      [3.5, 4.2],
      [7, 8],
    ] as const)
      expect(difference(made.cover, own, from, to)).toBeLessThan(-60);
    expect(difference(made.cover, own, 1.2, 2.8)).toBeGreaterThan(-40);
  });

  it("TLS-1 is the song itself where nothing is changed", async () => {
    const made = await cover(song, vocals, {});
    expect(difference(made.cover, song, 0, SECONDS)).toBeLessThan(-120);
  });

  it("TLS-1 is the sum of the new voice and what accompanies it, all as long as the song", async () => {
    const made = await cover(song, vocals, { voice: "high", pitch: 12 });
    const sum = made.voice.map((samples, c) =>
      samples.map((value, i) => value + made.backing[c]![i]!),
    );
    expect(difference(made.cover, sum, 0, SECONDS)).toBeLessThan(-100);
    for (const take of COVER_TAKES) expect(made[take][0]).toHaveLength(song[0]!.length);
    // The accompaniment is the band.
    expect(difference(made.backing, band, 0, SECONDS)).toBeLessThan(-60);
  });

  it.each([-12, -5, 2, 7])("TLS-1 has the voice %d semitones higher, to 5 cents", async (pitch) => {
    const made = await cover(song, vocals, { pitch });
    const expected = HERTZ * 2 ** (pitch / 12);
    const sung = made.voice[0]!.subarray(0.3 * RATE);
    const cents = 1200 * Math.log2(measurePitch(sung, expected, RATE) / expected);
    expect(Math.abs(cents)).toBeLessThan(5);
  });

  it.each(["giant", "high", "telephone"] as const)(
    "TLS-1 as %s sings the melody that was sung",
    async (name) => {
      const made = await cover(song, vocals, { voice: name, formant: 1 });
      const sung = made.voice[0]!.subarray(0.3 * RATE);
      const cents = 1200 * Math.log2(measurePitch(sung, HERTZ, RATE) / HERTZ);
      expect(Math.abs(cents)).toBeLessThan(5);
    },
  );

  it("TLS-1 moves voice and accompaniment by one key, to 5 cents", async () => {
    const made = await cover(song, vocals, { key: -3 });
    const factor = 2 ** (-3 / 12);
    for (const [block, hertz] of [
      [made.voice, HERTZ],
      [made.backing.map((samples) => samples.subarray(3 * RATE)), 330],
    ] as const) {
      const expected = hertz * factor;
      const tail = block[0]!.subarray(0.3 * RATE);
      const cents = 1200 * Math.log2(measurePitch(tail, expected, RATE) / expected);
      expect(Math.abs(cents), String(hertz)).toBeLessThan(5);
    }
  });

  it("TLS-1 begins and ends each phrase when it was sung, within 5 ms", async () => {
    /** Positions at which the power over 5 ms crosses 1/16 of the maximum. */
    const edgesOf = ([samples]: Block): number[] => {
      const size = Math.round(0.005 * RATE);
      const powers = Array.from({ length: Math.floor(samples!.length / size) }, (_, n) =>
        samples!.subarray(n * size, (n + 1) * size).reduce((sum, x) => sum + x * x, 0),
      );
      const threshold = Math.max(...powers) / 16;
      return powers.flatMap((power, n) =>
        n > 0 && power > threshold !== powers[n - 1]! > threshold ? [(n * size) / RATE] : [],
      );
    };
    const before = edgesOf(vocals);
    expect(before.map((time) => Math.round(100 * time) / 100)).toEqual(SUNG.flat());
    const after = edgesOf((await cover(song, vocals, { pitch: 5, voice: "deep" })).voice);
    expect(after).toHaveLength(before.length);
    for (const [at, time] of after.entries())
      expect(Math.abs(time - before[at]!)).toBeLessThanOrEqual(0.005 + 1e-9);
  });

  it("TLS-4 of a song without singing has no range", async () => {
    const silence = band.map((samples) => samples.map(() => 0));
    const residue = band.map((samples) => samples.map((value) => 0.1 * value));
    for (const left of [silence, residue])
      expect((await cover(band, left, { voice: "deep" })).heard.ranges).toEqual([]);
  });
});
