import { execFileSync } from "node:child_process";
import { createStft } from "#audio/signal/stft.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import type { Stereo } from "./multitracks.ts";

const BLOCK = 16_384;
const SIZE = 4096;
const HALF = 8;

/** What both channels have in common, and what is left of each: the classic vocal remover. */
export function cutCenter([left, right]: Stereo): {
  readonly center: Stereo;
  readonly sides: Stereo;
} {
  const middle = left.map((x, i) => (x + right[i]!) / 2);
  const side = left.map((x, i) => (x - right[i]!) / 2);
  return { center: [middle, middle], sides: [side, side.map((x) => -x)] };
}

const sorted = new Float32Array(2 * HALF + 1);
/** Of `sorted.length` values. */
function medianOf(valueAt: (i: number) => number): number {
  for (let i = 0; i < sorted.length; i++) {
    const value = valueAt(i - HALF);
    let index = i;
    for (; index > 0 && sorted[index - 1]! > value; index--) sorted[index] = sorted[index - 1]!;
    sorted[index] = value;
  }
  return sorted[HALF]!;
}

/**
 * Plain harmonic-percussive separation by medians (Fitzgerald 2010) of 17 frames and 17 bins, with masks
 * of squares: what lasts below 250 Hz is called bass, what lasts above voice.
 */
export function separatePlainly(sound: Stereo): Record<"drums" | "bass" | "harmonic", Stereo> {
  const bins = SIZE / 2 + 1;
  const frames: Float32Array[] = [];
  run(sound, (spectra) => {
    frames.push(
      Float32Array.from(spectra.re[0]!, (re, k) =>
        Math.sqrt(
          re ** 2 + spectra.im[0]![k]! ** 2 + spectra.re[1]![k]! ** 2 + spectra.im[1]![k]! ** 2,
        ),
      ),
    );
  });
  const percussive = frames.map((frame, t) =>
    frame.map((_, k) => {
      const lasts = medianOf((i) => frames[t + i]?.[k] ?? 0) ** 2;
      const strikes = medianOf((i) => frame[k + i] ?? 0) ** 2;
      return strikes / (lasts + strikes + 1e-12);
    }),
  );
  const low = Math.round((250 * SIZE) / 44_100);
  const masked = (mask: (t: number, k: number) => number) =>
    run(sound, ({ re, im }, t) => {
      for (let k = 0; k < bins; k++)
        for (const part of [...re, ...im]) part[k] = part[k]! * mask(t, k);
    });
  return {
    drums: masked((t, k) => percussive[t]![k]!),
    bass: masked((t, k) => (k < low ? 1 - percussive[t]![k]! : 0)),
    harmonic: masked((t, k) => (k < low ? 0 : 1 - percussive[t]![k]!)),
  };
}

type Spectra = Parameters<Parameters<typeof createStft>[0]["prepare"]>[0];

function run(sound: Stereo, change: (spectra: Spectra, index: number) => void): Stereo {
  const stft = createStft({
    channels: 2,
    size: SIZE,
    hop: SIZE / 4,
    prepare: (spectra) => (index) => change(spectra, index),
  });
  const parts = [];
  for (let at = 0; at < sound[0].length; at += BLOCK) {
    const out = stft.process(sound.map((samples) => samples.subarray(at, at + BLOCK)));
    parts.push(out && copyFrames(out, 0));
  }
  return joinBlocks([...parts, stft.finish()], 2) as unknown as Stereo;
}

/** A filter of ffmpeg over both channels. */
export function filterStereo(sound: Stereo, sampleRate: number, filter: string): Stereo {
  const both = new Float32Array(2 * sound[0].length);
  for (const [side, samples] of sound.entries())
    for (let i = 0; i < samples.length; i++) both[2 * i + side] = samples[i]!;
  const shape = ["-f", "f32le", "-ar", String(sampleRate), "-ac"];
  const bytes = execFileSync(
    "ffmpeg",
    ["-v", "error", ...shape, "2", "-i", "-", "-af", filter, ...shape, "2", "-"],
    { input: new Uint8Array(both.buffer), maxBuffer: 2 ** 30 },
  );
  const out = new Float32Array(new Uint8Array(bytes).buffer);
  const side = (at: number) => Float32Array.from(sound[0], (_, i) => out[2 * i + at] ?? 0);
  return [side(0), side(1)];
}
