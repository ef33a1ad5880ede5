import path from "node:path";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createDescriber } from "./describe-sound.ts";
import { createSeededRandom } from "#core/random.ts";
import { type SampleFault, judgeSample } from "./judge-sample.ts";
import { createVoiceMeter } from "../profile/measure-voice.ts";

const RATE = 48_000;

/** Read speech, 7 s: a 16-bit WAV file, mono, 48 kHz. */
function readSpeech(): Float32Array {
  const root = path.resolve(import.meta.dirname, "../..");
  const file = readFileSync(
    path.join(root, "node_modules/@vonage/noise-suppression/data/7729-102255-0000.wav"),
  );
  const start = file.indexOf("data") + 8;
  return Float32Array.from(
    { length: (file.length - start) >> 1 },
    (_, i) => file.readInt16LE(start + 2 * i) / 32_768,
  );
}
const speech = readSpeech();
const repeated = (seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => speech[i % speech.length]!);
const rmsOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
function noisy(samples: Float32Array, decibels: number): Float32Array {
  const random = createSeededRandom(7);
  const level = rmsOf(samples) * 10 ** (-decibels / 20) * Math.sqrt(3);
  return samples.map((value) => value + level * (2 * random() - 1));
}
/** Higher pace and pitch, like another speaker. */
const higher = (samples: Float32Array): Float32Array =>
  Float32Array.from({ length: Math.floor(samples.length / 1.8) }, (_, i) => {
    const at = Math.floor(1.8 * i);
    return samples[at]!;
  });
const clippedAt = (samples: Float32Array, gain: number): Float32Array =>
  samples.map((value) => Math.max(-0.9, Math.min(0.9, gain * value)));
function chords(seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    const time = i / RATE;
    const root = [220, 261.6, 196][Math.floor(time / 2) % 3]!;
    return [1, 1.26, 1.5, 2].reduce(
      (sum, part) => sum + 0.08 * Math.sin(2 * Math.PI * root * part * time),
      0,
    );
  });
}

function judge(samples: Float32Array, seconds = samples.length / RATE) {
  const format = { sampleRate: RATE, channels: 1 };
  const [describer, meter] = [createDescriber(format), createVoiceMeter(format)];
  describer.push([samples]);
  meter.push([samples]);
  return judgeSample(seconds, describer.finish(), meter.finish());
}

describe("a sample is judged", () => {
  it("TLS-1 as usable if it is clean speech, and as short below half a minute", () => {
    const { isUsable, faults } = judge(repeated(14));
    expect(isUsable).toBe(true);
    expect(faults).toContain("brief");
    expect(judge(repeated(14), 33).faults).not.toContain("brief");
  });

  it.each<[SampleFault, () => Float32Array]>([
    ["short", () => repeated(8)],
    ["silent", () => new Float32Array(12 * RATE)],
    ["music", () => chords(14)],
    ["noSpeech", () => noisy(new Float32Array(12 * RATE).fill(1e-3), -20)],
    ["noisy", () => noisy(repeated(12), 3)],
    ["clipped", () => clippedAt(repeated(12), 12)],
    ["voices", () => Float32Array.from([...repeated(21), ...higher(repeated(30))])],
  ])("TLS-4 as not usable: %s", (fault, make) => {
    const { isUsable, faults } = judge(make());
    expect(faults).toContain(fault);
    expect(isUsable).toBe(false);
  });

  it("TLS-4 as not usable: long", () => {
    const sample = repeated(12);
    expect(judge(sample, 181).faults).toContain("long");
    expect(judge(sample, 180.2).faults).not.toContain("long");
  });

  it("TLS-1 as one that could be better with some noise or few peaks cut off", () => {
    const some = judge(noisy(repeated(12), 20));
    expect(some.isUsable).toBe(true);
    expect(some.faults).toContain("someNoise");
  });
});
