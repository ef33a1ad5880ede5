import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { countMatches } from "#bench/audio/metrics.ts";
import { runEffect, type Run } from "#bench/audio/run-effect.ts";
import { createSeededRandom } from "#core/random.ts";
import plosives from "../../effects/plosives.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const sampleRate = 16_000;
const options = { sampleRate, root };

/** Read speech: a 16-bit WAV file, mono, 48 kHz; every third sample of it is enough here. */
function readSpeech(): Float32Array {
  const file = readFileSync(
    path.join(root, "node_modules/@vonage/noise-suppression/data/7729-102255-0000.wav"),
  );
  const start = file.indexOf("data") + 8;
  return Float32Array.from(
    { length: Math.floor((file.length - start) / 6) },
    (_, i) => file.readInt16LE(start + 6 * i) / 32_768,
  );
}
const speech = readSpeech();

/** Adds bursts of air: a swing of 20 to 60 Hz that decays within 40 to 120 ms, with rumble. */
function addPlosives(samples: Float32Array, seed: number, level: number) {
  const random = createSeededRandom(seed);
  const damaged = samples.slice();
  const truth: { start: number; end: number }[] = [];
  for (let at = 0.4; at < samples.length / sampleRate - 0.4; at += 0.6 + 0.5 * random()) {
    const [hertz, decay] = [20 + 40 * random(), 0.015 + 0.025 * random()];
    const start = Math.round(at * sampleRate);
    const end = Math.round((at + 3 * decay) * sampleRate);
    for (let i = start; i < end; i++) {
      const time = (i - start) / sampleRate;
      const swell = Math.min(1, time / 0.006) * Math.exp(-time / decay);
      damaged[i] = damaged[i]! + level * swell * Math.sin(2 * Math.PI * hertz * time + 0.4);
    }
    truth.push({ start, end });
  }
  return { damaged, truth };
}
const rangesOf = ({ findings }: Run) =>
  findings!.ranges!.map(({ start, end }) => ({ start: start * sampleRate, end: end * sampleRate }));
const powerOf = (samples: Float32Array): number => samples.reduce((sum, one) => sum + one ** 2, 0);
const sdr = (truth: Float32Array, estimate: Float32Array): number =>
  10 * Math.log10(powerOf(truth) / powerOf(truth.map((one, i) => one - estimate[i]!)));

describe("plosives", () => {
  it.each([
    [1, 0.3],
    [2, 0.2],
    [3, 0.6],
  ])("TLS-14 are found and softened (seed %d, level %d)", async (seed, level) => {
    const { damaged, truth } = addPlosives(speech, seed, level);
    const run = await runEffect(plosives, {}, [damaged], options);
    const { recall, precision } = countMatches(rangesOf(run), truth);
    expect(recall).toBeGreaterThanOrEqual(0.8);
    expect(precision).toBeGreaterThanOrEqual(0.8);
    expect(sdr(speech, run.samples[0]!)).toBeGreaterThan(sdr(speech, damaged) + 6);
    // The rest is unchanged.
    const isInside = (i: number) => rangesOf(run).some(({ start, end }) => i >= start && i < end);
    for (let i = 0; i < damaged.length; i += 7)
      if (!isInside(i)) expect(run.samples[0]![i]).toBe(damaged[i]);
  });

  it("TLS-14 are not found in speech without any, which stays as it is", async () => {
    const run = await runEffect(plosives, {}, [speech], options);
    expect([run.findings!.changes, run.samples]).toEqual([0, [speech]]);
  });

  it("TLS-14 that are kept stay, and others go", async () => {
    const { damaged } = addPlosives(speech, 5, 0.3);
    const all = await runEffect(plosives, {}, [damaged], options);
    const [{ start, end }] = all.findings!.ranges! as [{ start: number; end: number }];
    const run = await runEffect(plosives, { keep: [[start, end]] }, [damaged], options);
    const part = [Math.round(start * sampleRate), Math.round(end * sampleRate)] as const;
    expect(run.samples[0]!.subarray(...part)).toEqual(damaged.subarray(...part));
    expect(run.findings!.changes).toBe(all.findings!.changes! - 1);
  });
});
