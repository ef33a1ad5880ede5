import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { makeNoiseOf } from "#bench/audio/denoise/made-noises.ts";
import { rms } from "#bench/audio/material.ts";
import { runEffect } from "#bench/audio/run-effect.ts";
import silence from "./silence.ts";

const root = path.resolve(import.meta.dirname, "../..");
const sampleRate = 48_000;
/** Seconds of the sound between two sentences. */
const GAP = 2;

/** Read speech, 7 s: a 16-bit WAV file, mono, 48 kHz. */
function readSpeech(): Float32Array {
  const file = readFileSync(
    path.join(root, "node_modules/@vonage/noise-suppression/data/7729-102255-0000.wav"),
  );
  const start = file.indexOf("data") + 8;
  return Float32Array.from(
    { length: (file.length - start) >> 1 },
    (_, i) => file.readInt16LE(start + 2 * i) / 32_768,
  );
}

it.each(["keys", "dishes", "crackle"] as const)(
  "TLS-1 a pause with %s in it is a pause, and no speech is cut",
  async (kind) => {
    const speech = readSpeech();
    const noise = makeNoiseOf(kind, 3, GAP * sampleRate, sampleRate);
    const gain = (rms(speech) / rms(noise)) * 10 ** (-9 / 20);
    const input = new Float32Array(2 * speech.length + noise.length);
    input.set(speech);
    input.set(
      noise.map((x) => gain * x),
      speech.length,
    );
    input.set(speech, speech.length + noise.length);
    const [from, to] = [speech.length / sampleRate, speech.length / sampleRate + GAP];
    const find = async (unspoken: boolean) => {
      const { findings } = await runEffect(silence, { unspoken }, [input], { sampleRate, root });
      return findings!.ranges!.map(({ start, end }) => [start, end] as const);
    };
    const inGap = (ranges: readonly (readonly [number, number])[]) =>
      ranges.reduce(
        (sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)),
        0,
      );
    const [levels, ours] = [await find(false), await find(true)];
    expect(inGap(ours)).toBeGreaterThan(0.85 * GAP);
    expect(inGap(ours)).toBeGreaterThan(inGap(levels) + 0.5);
    let loudest = 0;
    for (const [start, end] of ours)
      for (let time = start; time < end - 0.01; time += 0.01) {
        if (time > from - 0.02 && time < to) continue;
        const part = input.slice(time * sampleRate, (time + 0.01) * sampleRate);
        loudest = Math.max(loudest, rms(part));
      }
    expect(loudest).toBeLessThan(0.05 * rms(speech));
  },
);
