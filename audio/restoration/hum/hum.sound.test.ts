import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runEffect } from "#bench/audio/run-effect.ts";
import dehum from "../../effects/dehum.ts";

const root = path.resolve(import.meta.dirname, "../../..");

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
const sampleRate = 16_000;
const speech = readSpeech();
const powerOf = (samples: Float32Array): number => samples.reduce((sum, one) => sum + one ** 2, 0);
const sdr = (truth: Float32Array, estimate: Float32Array): number =>
  10 * Math.log10(powerOf(truth) / powerOf(truth.map((one, i) => one - estimate[i]!)));

/** Hum with harmonics whose frequency drifts, at the power of the speech. */
function humOf(mains: number, seed = 1, harmonics = 12): Float32Array {
  const hum = speech.map((_, i) => {
    const time = i / sampleRate;
    let sum = 0;
    for (let n = 1; n <= harmonics; n++)
      sum += Math.cos(2 * Math.PI * n * (mains * time + 0.002 * time ** 2) + seed * n * n) / n;
    return sum;
  });
  const gain = Math.sqrt(powerOf(speech) / powerOf(hum));
  return hum.map((one) => gain * one);
}
const add = (a: Float32Array, b: Float32Array, gain = 1) => a.map((one, i) => one + gain * b[i]!);
const run = (...channels: Float32Array[]) => runEffect(dehum, {}, channels, { sampleRate, root });

describe("mains hum", () => {
  it.each([
    [50, 0],
    [49.9, 10],
    [50.05, 20],
    [60, 0],
    [60.1, 10],
    [59.95, 20],
  ])("TLS-14 of %d Hz is removed from speech that is %d dB louder", async (mains, decibels) => {
    const input = add(speech, humOf(mains), 10 ** (-decibels / 20));
    const { samples, findings } = await run(input);
    expect(sdr(speech, samples[0]!)).toBeGreaterThan(Math.max(sdr(speech, input) + 6, 20));
    expect(findings!.figures!["humHertz"]).toBe(Math.round(mains / 10) * 10);
  });

  it("TLS-14 of two channels is removed with the amplitude and phase of each", async () => {
    const [left, right] = [add(speech, humOf(50, 1), 0.3), add(speech, humOf(50, 3), -0.1)];
    const { samples } = await run(left, right);
    for (const channel of samples) expect(sdr(speech, channel)).toBeGreaterThan(22);
  });

  it("TLS-14 that ends before the recording does is not put into the rest", async () => {
    const end = Math.floor(0.85 * speech.length);
    const input = add(
      speech,
      humOf(50).map((one, i) => (i < end ? one : 0)),
      0.3,
    );
    const { samples } = await run(input);
    expect(sdr(speech, samples[0]!)).toBeGreaterThan(sdr(speech, input) + 4);
  });

  it("TLS-14 half of it is left at half the strength", async () => {
    const input = add(speech, humOf(60), 0.3);
    const options = { sampleRate, root };
    const { samples } = await runEffect(dehum, { strength: 50 }, [input], options);
    expect(sdr(speech, samples[0]!)).toBeCloseTo(sdr(speech, input) + 6, 0);
  });

  it("TLS-14 is not found in speech, nor in held notes near its harmonics", async () => {
    expect((await run(speech)).samples).toEqual([speech]);
    // G1, B1, G2, A2, D3, G3 and chords of them, held for the whole recording.
    for (const notes of [[48.9994], [61.7354], [97.9989, 195.998], [110, 220, 440], [146.832]]) {
      const held = speech.map((_, i) =>
        notes.reduce((sum, hertz) => {
          let tone = 0;
          for (let n = 1; n <= 6; n++)
            tone += Math.sin((2 * Math.PI * n * hertz * i) / sampleRate) / n;
          return sum + 0.1 * tone;
        }, 0),
      );
      const { samples, findings } = await run(held);
      expect(findings!.figures, notes.join()).toEqual({});
      expect(samples[0]).toEqual(held);
    }
  });
});
