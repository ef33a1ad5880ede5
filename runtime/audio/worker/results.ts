import type { SyntheticVoice } from "#audio/media/tags/provenance.ts";
import type { SoundDescription } from "#audio/description/describe-sound.ts";
import type { Format, Findings } from "#audio/effect.ts";
import type { Note } from "#audio/media/problems/notes.ts";
import type { RemuxPlan } from "#audio/media/remux.ts";
import type { Chapter } from "#audio/media/tags/chapters/chapter.ts";
import type { FilmFormat } from "#audio/media/writers/output-formats.ts";
import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import type { Level } from "#audio/restoration/target-level.ts";
import type { UnchangedReason } from "#audio/pipeline/step.ts";

/** What is measured of a sound. Levels in dB below full scale, or LUFS. */
export interface Levels {
  readonly lufs: number;
  readonly truePeak: number;
  /** Level of its quiet parts. */
  readonly noise: number;
  /** What a limiter makes of it; missing where that was not asked. */
  readonly limited?: Limited;
}

/** Outcome of a limiter: dB before it, and LUFS behind it. */
export type Limited = Pick<Level, "gain" | "reached">;

/** What media become when they are put into a file as they are. */
export interface RemuxFacts extends RemuxPlan {
  /** Those that are written, where there is a place for them. */
  readonly chapters: readonly Chapter[];
}

export interface RunResult {
  readonly findings: Findings | null;
  /** Why the result is its input; null: something was changed, or there was no effect. */
  readonly unchanged: UnchangedReason | null;
  readonly input: Format;
  readonly output: Format;
  /** Frames of the input, and of what was written. */
  readonly frames: readonly [input: number, output: number];
  readonly before: Levels;
  /** Its true peak is that of what players will decode, where this browser can. */
  readonly after: Levels;
  /** What is to be said of the file. */
  readonly notes: readonly Note[];
  /** dBFS of the highest sample before it was clipped; missing where none was. */
  readonly clippedPeak?: number;
  /** Most flashes in a second of pictures that were drawn; missing where none were. */
  readonly flashes?: number;
  /** What the net ran with that the visitor had brought; missing where none was used. */
  readonly runsWith?: BackendInfo;
}
export interface SeparationResult {
  readonly input: Format;
  /** Of the stems: a net has a rate of its own. */
  readonly output: Format;
  /** Frames of the song, and of each stem. */
  readonly frames: readonly [input: number, output: number];
  readonly before: Levels;
  /** Of the stems, in their order. */
  readonly after: readonly Levels[];
  /** Whether both sides are the same: nothing can be told by its place. */
  readonly isMono: boolean;
  /** What the net ran with; null where the built-in engine did it. */
  readonly runsWith: BackendInfo | null;
  readonly notes: readonly Note[];
}
export interface CoverResult {
  readonly input: Format;
  readonly output: Format;
  /** Frames of the song, and of each result. */
  readonly frames: readonly [input: number, output: number];
  readonly before: Levels;
  /** Of the results, in their order. */
  readonly after: readonly Levels[];
  readonly notes: readonly Note[];
}
export interface PeaksResult {
  /** Lowest and highest sample of each part, −127 to 127, one after the other. */
  readonly peaks: Int8Array<ArrayBuffer>;
  /** Seconds. */
  readonly duration: number;
  readonly sampleRate: number;
  readonly channels: number;
}
/** What is heard of the beginning of a file. */
export interface DescribedFile extends OpenedFile {
  readonly sound: SoundDescription;
  /** What its tags say of its voice; null where they say nothing. */
  readonly synthetic: SyntheticVoice | null;
}
/** Parts of a second that have a peak: 16 samples of 8000 (CMP-3). */
export const PEAKS_PER_SECOND = 500;

export interface OpenedFile extends Format {
  /** Seconds, as the file says. */
  readonly duration: number;
  /** Such as `mp3` or `pcm-s16`; null where nobody knows. */
  readonly codec: string | null;
  /** The film that its sound is of; missing where it has no pictures. */
  readonly film?: FilmFormat;
}
