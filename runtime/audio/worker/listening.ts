import type { ReadWord } from "#audio/alignment/align-words.ts";
import type { MelFrames } from "#audio/alignment/mel-frames.ts";
import type { LimiterGoal } from "#audio/restoration/target-level.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { Sound } from "./sounds.ts";

/** Measures a file. */
export interface MeasureTask {
  readonly call: "measure";
  readonly file: Sound;
  /** What a limiter is to do with it, of which the outcome is measured, too; nothing where it is missing. */
  readonly goal?: LimiterGoal | undefined;
}
/** Describes the beginning of a file. */
export interface DescribeTask {
  readonly call: "describe";
  readonly file: Blob;
}
/** Finds the words of a text in a recording of it. */
export interface AlignTask {
  readonly call: "align";
  /** A voice, as far as that can be had. */
  readonly file: Blob;
  /** The text as the built-in voice reads it. */
  readonly reading: MelFrames;
  readonly words: readonly ReadWord[];
  /** Whether the lines are sung: they begin where the voice sets in, then. */
  readonly isSung: boolean;
  /** The range of the file that they are in, in which their times are; all of it where it is missing. */
  readonly part?: TimeRange;
}
/** Finds tempo, beats, bars and key of a file. */
export interface AnalyzeTask {
  readonly call: "analyze";
  readonly file: Blob;
}
/** Finds what pictures that follow a sound are driven by. */
export interface TraceTask {
  readonly call: "trace";
  readonly file: Blob;
}
/** Measures the voice of a file. */
export interface VoiceTask {
  readonly call: "voice";
  readonly file: Blob;
}
