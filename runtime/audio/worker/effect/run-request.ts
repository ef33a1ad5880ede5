import type { Format, Findings } from "#audio/effect.ts";
import type { NamedTrack } from "#audio/media/video-tracks.ts";
import type { Note } from "#audio/media/problems/notes.ts";
import type { Chapter } from "#audio/media/tags/chapters/chapter.ts";
import type { ResultFormat } from "#audio/media/writers/output-formats.ts";
import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { UnchangedReason } from "#audio/pipeline/step.ts";
import type { SoundPace } from "#audio/stretch/paced-source.ts";
import type { RenderedVideo } from "../rendered-video.ts";
import type { StoredModel, Values } from "../protocol.ts";
import type { Levels } from "../results.ts";
import type { Sound } from "../sounds.ts";

export interface RunRequest {
  /** Id of the effect; null: the sound is written unchanged. */
  readonly effect: string | null;
  readonly file: Sound;
  readonly values: Values;
  readonly output: ResultFormat;
  /** Bits per second and channel; the format's default if missing. */
  readonly bitrate?: number;
  /** dB by which the result is made softer before it is written; 0 where it is missing. */
  readonly lowerBy?: number;
  /** dBTP that what players decode of the result does not pass; that of the effect where it is missing. */
  readonly ceiling?: number;
  /** dB by which the sound stays below the ceiling before it is encoded; see `WriterOptions`. */
  readonly headroom?: number;
  /** Written where the format has a place for them; none where they are missing. */
  readonly chapters?: readonly Chapter[];
  /** Whose pictures are copied where a film is written. */
  readonly film?: Blob;
  /** The sound of `film` stays, and what is written is a second track behind it. */
  readonly beside?: NamedTrack;
  /** Pictures that are drawn for a film that is written: `output` is one, then. */
  readonly drawn?: RenderedVideo;
  /** Another tempo and pitch; the sound's own where it is missing. */
  readonly pace?: SoundPace;
  /** Segment of the file that is worked on, in seconds; all of it where it is missing. */
  readonly part?: TimeRange;
  /**
   * The part is a preview: the effect hears what is around it as well, so that it has settled by then, as
   * far as it keeps the length. Needs `part`.
   */
  readonly preview?: true;
  /** The net that the effect works with; the built-in ones where it is missing. */
  readonly net?: StoredModel;
  /** Ports to workers that take segments of the sound; without them it is worked on in one go. */
  readonly helpers?: readonly MessagePort[];
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
