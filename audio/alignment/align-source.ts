import { type Alignment, type ReadWord, alignWords, cellsOf } from "./align-words.ts";
import { type MelFrames, createMelAnalyzer, MEL_STEP } from "./mel-frames.ts";
import type { AudioSource } from "../media/audio-source.ts";
import type { TimeRange } from "../parameters.ts";

/** A text to align with a recording of a voice. */
export interface AlignRequest {
  /** The text as the built-in voice reads it. */
  readonly reading: MelFrames;
  readonly words: readonly ReadWord[];
  /** Whether the lines are sung: then they begin where the voice sets in. */
  readonly isSung: boolean;
  /** The range of the file to align, which times are relative to; all of it where it is missing. */
  readonly part?: TimeRange;
}

/** Cells of a table for the words that take as long as hearing a frame, as measured by `bench/progress`. */
const ANALYSIS_SHARE = 2700;

/** Share of the work that hearing a sound is. @param states frames and words of the reading */
function analysisShare(seconds: number, states: number): number {
  const frames = seconds / MEL_STEP;
  const { rough, looks, fine } = cellsOf(frames, states);
  return (ANALYSIS_SHARE * frames) / Math.max(1, ANALYSIS_SHARE * frames + looks * rough + fine);
}

/**
 * Finds the words of a text in a recording, whose channels are mixed to one.
 * @returns null if the whole recording is silent
 */
export async function alignSource(
  source: AudioSource,
  { reading, words, isSung, part }: AlignRequest,
  onProgress: (done: number | null) => void,
): Promise<Alignment | null> {
  const { sampleRate } = source.format;
  const analyzer = createMelAnalyzer(sampleRate);
  const expected = Math.max(1, source.duration * sampleRate);
  const analysisFraction = analysisShare(source.duration, reading.count + words.length);
  let frames = 0;
  let isSilent = part === undefined;
  for await (const block of source.blocks()) {
    const sum = new Float32Array(block[0]!.length);
    for (const samples of block)
      for (let i = 0; i < sum.length; i++) sum[i]! += samples[i]! / block.length;
    isSilent &&= block.every((samples) => samples.every((sample) => sample === 0));
    analyzer.push(sum);
    frames += sum.length;
    onProgress(analysisFraction * Math.min(1, frames / expected));
  }
  if (isSilent) return null;
  return alignWords(analyzer.finish(), reading, words, {
    isSung,
    onProgress: (share) => onProgress(analysisFraction + (1 - analysisFraction) * share),
  });
}
