import path from "node:path";
import { describe, expect, it } from "vitest";
import { chords } from "#bench/audio/chords.ts";
import { convolve } from "#bench/audio/convolve.ts";
import { createRandom } from "#bench/audio/random.ts";
import { makeRoom } from "#bench/audio/room.ts";
import { openAudioFile } from "#cli/audio/open-file.ts";
import type { Block } from "../effect.ts";
import { createDescriber } from "./describe-sound.ts";

const RATE = 16_000;
const SAMPLES = path.resolve(import.meta.dirname, "../../runtime/public/samples");

/** Description of samples that are passed in blocks, as from a decoder. */
function describeSamples(samples: Float32Array) {
  const describer = createDescriber({ sampleRate: RATE, channels: 1 });
  for (let at = 0; at < samples.length; at += 4096)
    describer.push([samples.subarray(at, at + 4096)] satisfies Block);
  return describer.finish();
}
async function samplesOf(name: string): Promise<Float32Array> {
  const source = await openAudioFile(path.join(SAMPLES, name));
  expect(source.format).toEqual({ sampleRate: RATE, channels: 1 });
  const all: number[] = [];
  for await (const [plane] of source.blocks()) for (const value of plane!) all.push(value);
  source.close();
  return Float32Array.from(all);
}
const voice = await samplesOf("voice-before.mp3");
const sine = (amplitude: number, seconds = 4) =>
  Float32Array.from(
    { length: seconds * RATE },
    (_, at) => amplitude * Math.sin((2 * Math.PI * 440 * at) / RATE),
  );
const withNoise = (samples: Float32Array, amplitude: number) => {
  const random = createRandom(7);
  return samples.map((value) => value + amplitude * random.normal());
};

describe("the description of a sound", () => {
  it("NAV-13 loudness is that of the standard's tone: 997 Hz at −20 dBFS is −23 LUFS in one channel", () => {
    const tone = Float32Array.from(
      { length: 5 * RATE },
      (_, at) => 0.1 * Math.sin((2 * Math.PI * 997 * at) / RATE),
    );
    const { loudness, truePeak, seconds } = describeSamples(tone);
    expect(loudness).toBeCloseTo(-23.0, 1);
    expect(truePeak).toBeCloseTo(-20, 1);
    expect(seconds).toBe(5);
  });

  it("NAV-13 measures noise at its level, and a smaller range with more noise", () => {
    const clean = describeSamples(voice).noiseRange;
    const some = describeSamples(withNoise(voice, 0.003)).noiseRange;
    const much = describeSamples(withNoise(voice, 0.03)).noiseRange;
    expect(clean).toBeGreaterThan(35);
    // Ten times the amplitude is 20 dB.
    expect(some - much).toBeGreaterThan(16);
    expect(some - much).toBeLessThan(22);
    expect(much).toBeLessThan(20);
  });

  it("NAV-13 detects clipping at any level, and not in sounds that are only loud", () => {
    const clip = (samples: Float32Array, top: number) =>
      samples.map((value) => Math.max(-top, Math.min(top, value)));
    const loud = voice.map((value) => 1.2 * value);
    expect(describeSamples(clip(loud, 0.25)).clipping).toBeGreaterThan(0.001);
    expect(describeSamples(clip(loud, 0.25).map((x) => 0.2 * x)).clipping).toBeGreaterThan(0.001);
    expect(describeSamples(clip(sine(2), 1)).clipping).toBeGreaterThan(0.5);
    expect(describeSamples(loud).clipping).toBe(0);
    expect(describeSamples(sine(0.99)).clipping).toBe(0);
    expect(describeSamples(new Float32Array(RATE)).clipping).toBe(0);
  });

  it("NAV-13 pauses of a second and more are counted, with the time that could go", () => {
    const gap = new Float32Array(3 * RATE);
    const joined = new Float32Array(2 * voice.length + gap.length);
    joined.set(voice);
    joined.set(voice, voice.length + gap.length);
    const { pauses } = describeSamples(withNoise(joined, 0.0005));
    expect(pauses.count).toBe(1);
    expect(pauses.seconds).toBeGreaterThan(2.5);
    expect(pauses.seconds).toBeLessThan(4);
    expect(describeSamples(voice).pauses.count).toBe(0);
  });

  it.each([50, 60] as const)(
    "NAV-13 distinguishes mains hum of %i Hz from the adjacent frequency",
    (hertz) => {
      const hummed = withNoise(voice, 0.001).map((value, at) => {
        let hum = 0;
        for (let n = 1; n <= 5; n++) hum += Math.sin((2 * Math.PI * n * hertz * at) / RATE) / n;
        return value + 0.01 * hum;
      });
      expect(describeSamples(hummed).hum).toBe(hertz);
      expect(describeSamples(voice).hum).toBe(null);
      expect(describeSamples(withNoise(voice, 0.03)).hum).toBe(null);
    },
  );

  it("NAV-13 distinguishes speech, music, noise and silence", () => {
    expect(describeSamples(voice).content).toBe("speech");
    expect(describeSamples(withNoise(voice, 0.01)).content).toBe("speech");
    for (const seed of [1, 2, 3]) {
      const music = chords(8 * RATE, RATE, createRandom(seed)).map((value) => 0.05 * value);
      expect(describeSamples(music).content).toBe("music");
    }
    expect(describeSamples(withNoise(new Float32Array(4 * RATE), 0.1)).content).toBe("noise");
    expect(describeSamples(new Float32Array(4 * RATE)).content).toBe("silence");
  });

  it.each([
    ["reverb-before.mp3", { reverbTime: [0.45, 0.8] }],
    ["voice-before.mp3", { reverbTime: [0.05, 0.25], clicks: [-1, 15] }],
    ["echo-before.mp3", { echo: [265, 275] }],
    ["clicks-before.mp3", { clicks: [60, 250] }],
    ["breath-before.mp3", { breaths: [8, 40] }],
  ] as const)("NAV-13 %s has what was done to it", async (name, expected) => {
    const found = describeSamples(await samplesOf(name));
    for (const [key, [min, max]] of Object.entries(expected)) {
      const value = found[key as keyof typeof found] as number;
      expect(value, key).toBeGreaterThan(min);
      expect(value, key).toBeLessThan(max);
    }
  });

  it("NAV-13 the reverb time of a room that is known is measured up to 0.4 s, and grows beyond", () => {
    const inRoom = (seconds: number) =>
      describeSamples(convolve(voice, makeRoom(seconds, RATE)).map((x) => 0.5 * x)).reverbTime!;
    const [dry, small, large] = [0.2, 0.4, 0.8].map(inRoom) as [number, number, number];
    expect(Math.abs(dry - 0.2)).toBeLessThan(0.08);
    expect(Math.abs(small - 0.4)).toBeLessThan(0.1);
    expect(large).toBeGreaterThan(small + 0.05);
  });

  it("NAV-13 describes very short sounds", () => {
    expect(describeSamples(new Float32Array(0))).toMatchObject({ seconds: 0, content: "silence" });
    expect(describeSamples(voice.subarray(0, 1000)).seconds).toBeCloseTo(1000 / RATE);
  });
});
