import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runEffect } from "#bench/audio/run-effect.ts";
import declip from "../../effects/declip.ts";
import enhance from "../../effects/enhance.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const sampleRate = 48_000;
const at = { sampleRate, root };

/** Read speech: a 16-bit WAV file, mono, 48 kHz. */
function readSpeech(): Float32Array {
  const file = readFileSync(
    path.join(root, "node_modules/@vonage/noise-suppression/data/7729-102255-0000.wav"),
  );
  const start = file.indexOf("data") + 8;
  const samples = Float32Array.from(
    { length: (file.length - start) >> 1 },
    (_, i) => file.readInt16LE(start + 2 * i) / 32_768,
  );
  const peak = samples.reduce((max, one) => Math.max(max, Math.abs(one)), 0);
  return samples.map((one) => one / peak);
}
const speech = readSpeech().slice(sampleRate, 3.5 * sampleRate);
const clipAt = (level: number): Float32Array =>
  speech.map((one) => Math.max(-level, Math.min(level, one)));

/** Signal-to-distortion ratio in dB. */
function sdr(estimate: Float32Array, gain = 1): number {
  let [signal, error] = [0, 0];
  for (const [i, one] of speech.entries()) {
    signal += one ** 2;
    error += (one - estimate[i]! / gain) ** 2;
  }
  return 10 * Math.log10(signal / error);
}

describe("clipped peaks", () => {
  it.each([
    [0.5, 8],
    [0.3, 7],
    [0.15, 5],
  ])("TLS-14 of speech that is clipped at %d are rebuilt", async (level, dB) => {
    const clipped = clipAt(level);
    const run = await runEffect(declip, {}, [clipped], at);
    const gain = 10 ** (run.findings!.figures!["gain"]! / 20);
    expect(sdr(run.samples[0]!, gain)).toBeGreaterThan(sdr(clipped) + dB);
    // What is not clipped stays as it is, and no rebuilt peak is below the clip level.
    for (const [i, one] of clipped.entries())
      if (Math.abs(one) < 0.99 * level) expect(run.samples[0]![i]).toBeCloseTo(gain * one, 6);
      else
        expect(Math.abs(run.samples[0]![i]!)).toBeGreaterThanOrEqual(gain * 0.99 * Math.abs(one));
  });

  it("TLS-14 fit below full scale, unless their level is to stay", async () => {
    const loud = clipAt(0.2).map((one) => 5 * one);
    const peakOf = (samples: Float32Array) =>
      samples.reduce((max, one) => Math.max(max, Math.abs(one)), 0);
    const fitted = await runEffect(declip, {}, [loud], at);
    expect(peakOf(fitted.samples[0]!)).toBeCloseTo(10 ** (-1 / 20), 3);
    const loudest = await runEffect(declip, { fit: false }, [loud], at);
    expect(peakOf(loudest.samples[0]!)).toBeGreaterThan(1.5);
    expect(loudest.findings!.figures!["gain"]).toBe(0);
  });

  it("TLS-14 that are kept stay, and a sound without any is returned bit for bit", async () => {
    const clipped = clipAt(0.3);
    const whole = await runEffect(declip, {}, [clipped], at);
    const { start, end } = whole.findings!.ranges![1]!;
    const partly = await runEffect(declip, { keep: [[start, end]] }, [clipped], at);
    const middle = Math.round(((start + end) / 2) * sampleRate);
    const near = [middle - 480, middle + 480] as const;
    expect(partly.samples[0]!.subarray(...near)).toEqual(clipped.subarray(...near));
    expect(partly.findings!.changes).toBe(whole.findings!.changes! - 1);
    const sound = await runEffect(declip, {}, [speech], at);
    expect([sound.findings!.changes, sound.samples]).toEqual([0, [speech]]);
  });

  it("TLS-14 are rebuilt by the enhancer before anything else", async () => {
    const clipped = clipAt(0.2);
    const values = { denoise: false, dereverb: false, equalise: false, deess: false, even: false };
    const levels = { target: -31, ceiling: 0 };
    const [plain, repaired] = [
      await runEffect(enhance, { ...values, ...levels, declip: false }, [clipped], at),
      await runEffect(enhance, { ...values, ...levels }, [clipped], at),
    ];
    const gainOf = ({ findings }: typeof plain) => 10 ** (findings!.figures!["gain"]! / 20);
    const [before, after] = [plain, repaired].map((run) => sdr(run.samples[0]!, gainOf(run)));
    expect(after).toBeGreaterThan(before! + 5);
    expect(repaired.findings!.figures!["clippedSeconds"]).toBeGreaterThan(0.5);
    expect(plain.findings!.figures).not.toHaveProperty("clippedSeconds");
  });
});
