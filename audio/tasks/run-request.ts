import type { Findings, Format } from "../effect.ts";
import type { Note } from "../media/problems/notes.ts";
import type { Chapter } from "../media/tags/chapters/chapter.ts";
import type { NamedTrack } from "../media/video-tracks.ts";
import type { EncoderLevels } from "../media/writers/fit-encoding.ts";
import type { ResultFormat } from "../media/writers/output-formats.ts";
import type { BackendInfo } from "../nets/studio/choose-backend.ts";
import type { TimeRange } from "../parameters.ts";
import type { UnchangedReason } from "../pipeline/step.ts";
import type { SoundPace } from "../stretch/paced-source.ts";
import type { Levels } from "./measure/levels.ts";
import type { Sound } from "./sounds/sounds.ts";
import type { StoredModel, Values } from "./task.ts";

/** Applies an effect to a sound. `F` is the file type of the host. */
export interface RunRequest<F> {
  /** Id of the effect; null if the sound is written unchanged. */
  readonly effect: string | null;
  readonly file: Sound<F>;
  readonly values: Values;
  readonly output: ResultFormat;
  /** Bits per second and channel; the format's default if missing. */
  readonly bitrate?: number;
  /** Attenuation in dB before writing; 0 if missing. */
  readonly lowerBy?: number;
  /** Maximum true peak of the decoded result in dBTP; that of the effect if missing. */
  readonly ceiling?: number;
  /** Levels before encoding; see `WriterOptions`. */
  readonly levels?: Partial<EncoderLevels>;
  /** Written if the format supports them; none if missing. */
  readonly chapters?: readonly Chapter[];
  /** Source of the video track of a video result. */
  readonly video?: F;
  /** Keeps the audio of `video`, and adds the result as a second audio track. */
  readonly addedTrack?: NamedTrack;
  /** Tempo and pitch; unchanged if missing. */
  readonly pace?: SoundPace;
  /** Range of the file to process, in seconds; all of it if missing. */
  readonly part?: TimeRange;
  /**
   * Whether the range is a preview: the effect also processes its context, so that it has settled,
   * unless the effect changes the length. Requires `part`.
   */
  readonly preview?: true;
  /**
   * What is measured: all levels of input and result if missing; else loudness and true peak, only
   * loudness, or nothing of the result. Levels that are not measured are NaN, which saves a third of
   * the CPU time of fast effects.
   */
  readonly measured?: "levels" | "loudness" | "nothing";
  /** Whether a silent file is processed as well; otherwise it is a fault. */
  readonly allowSilence?: true;
  /** Network that the effect uses; the built-in one if missing. */
  readonly net?: StoredModel;
}

export interface RunResult {
  readonly findings: Findings | null;
  /** Why the output equals the input; null if something changed, or there was no effect. */
  readonly unchanged: UnchangedReason | null;
  readonly input: Format;
  readonly output: Format;
  /** Number of frames of the input and of the output. */
  readonly frames: readonly [input: number, output: number];
  readonly before: Levels;
  /** Its true peak is that of the decoded result, if this host can decode it. */
  readonly after: Levels;
  /** Notes about the file. */
  readonly notes: readonly Note[];
  /** Peak in dBFS before clipping; missing if nothing was clipped. */
  readonly clippedPeak?: number;
  /** Backend of the requested model; missing if none was used. */
  readonly runsWith?: BackendInfo;
}
