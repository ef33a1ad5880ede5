import { alignWords } from "#audio/alignment/align-words.ts";
import { computeMelFrames } from "#audio/alignment/mel-frames.ts";
import { readLines } from "#audio/alignment/read-lines.ts";
import { createSeparator } from "#audio/separation/separator.ts";
import type { SpeechVoice } from "#audio/speech/speech.ts";
import { music, readAloud, TEXTS, whiteNoise, withSound } from "./readings.ts";
import { singLines } from "./sung-lines.ts";

/** Seconds that a time may be off. */
const ALLOWED = 0.2;

/** How far times are from the truth, in seconds. */
export interface Errors {
  readonly count: number;
  readonly median: number;
  readonly worst: number;
  /** Share of those within 0.2 s. */
  readonly within: number;
}
export const errorsOf = (found: readonly number[], truth: readonly number[]): Errors => {
  const errors = truth.map((time, at) => Math.abs((found[at] ?? Infinity) - time));
  const sorted = errors.toSorted((a, b) => a - b);
  return {
    count: truth.length,
    median: sorted[sorted.length >> 1]!,
    worst: sorted.at(-1)!,
    within: errors.filter((error) => error <= ALLOWED).length / errors.length,
  };
};

/** The voice of a mix by the built-in engine, one channel. */
function voiceOf(channels: readonly Float32Array[], sampleRate: number): Float32Array {
  const separator = createSeparator(
    { preset: "vocals" },
    { sampleRate, channels: channels.length },
  );
  const out = new Float32Array(channels[0]!.length);
  let at = 0;
  const put = (found: readonly (readonly Float32Array[])[] | null): void => {
    if (!found) return;
    const [left, right = left] = found[0]! as readonly [Float32Array, Float32Array?];
    for (let i = 0; i < left.length; i++) out[at + i] = (left[i]! + right![i]!) / 2;
    at += left.length;
  };
  for (let from = 0; from < out.length; from += 8192)
    put(separator.push(channels.map((samples) => samples.subarray(from, from + 8192))));
  put(separator.flush());
  return out;
}

export type Disturbance = "none" | "noise" | "music";

/** Word times of a reading in another voice, through noise at 10 dB, or music at 5 dB. */
export async function judgeReading(
  voice: SpeechVoice,
  language: string,
  reader: { readonly name: string; readonly rate: number; readonly pitch: number },
  { kind, lines = TEXTS[language]! }: { kind: Disturbance; lines?: readonly string[] },
): Promise<Errors> {
  const { samples, sampleRate, begins } = await readAloud(
    voice,
    language,
    { ...reader, seed: 1 },
    lines,
  );
  const mix =
    kind === "none"
      ? samples
      : kind === "noise"
        ? withSound(samples, whiteNoise(samples.length, 3), 10)
        : withSound(samples, music(samples.length, sampleRate, 4), 5);
  const { reading, words } = await readLines(voice, lines, language);
  const found = alignWords(
    computeMelFrames(voiceOf([mix], sampleRate), sampleRate),
    reading,
    words,
  );
  return errorsOf(
    found.words.map(({ from }) => from),
    begins,
  );
}

/** Line times of a song: a sung voice in the middle of music that is as loud. */
export async function judgeSinging(
  voice: SpeechVoice,
  language: string,
  singer: { readonly name: string; readonly key: number; readonly seed: number },
  lines: readonly string[] = TEXTS[language]!,
): Promise<Errors> {
  const { samples, sampleRate, begins } = await singLines(voice, lines, {
    language,
    ...singer,
  });
  const sides = [8, 9].map((seed) =>
    withSound(samples, music(samples.length, sampleRate, seed), 0),
  );
  const { reading, words } = await readLines(voice, lines, language);
  const frames = computeMelFrames(voiceOf(sides, sampleRate), sampleRate);
  const found = alignWords(frames, reading, words, { isSung: true });
  return errorsOf(
    found.words.filter((_, at) => words[at]!.beginsLine).map(({ from }) => from),
    begins,
  );
}
