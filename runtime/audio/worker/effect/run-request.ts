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
  /** Id of the effect; null if the sound is written unchanged. */
  readonly effect: string | null;
  readonly file: Sound;
  readonly values: Values;
  readonly output: ResultFormat;
  /** Bits per second and channel; the format's default if missing. */
  readonly bitrate?: number;
  /** Attenuation in dB before writing; 0 if missing. */
  readonly lowerBy?: number;
  /** Maximum true peak of the decoded result in dBTP; that of the effect if missing. */
  readonly ceiling?: number;
  /** Margin in dB below the ceiling before encoding; see `WriterOptions`. */
  readonly headroom?: number;
  /** Written if the format supports them; none if missing. */
  readonly chapters?: readonly Chapter[];
  /** Source of the video track of a video result. */
  readonly film?: Blob;
  /** Keeps the audio of `film`, and adds the result as a second audio track. */
  readonly beside?: NamedTrack;
  /** Rendered video frames; `output` must be a video format. */
  readonly drawn?: RenderedVideo;
  /** Tempo and pitch; unchanged if missing. */
  readonly pace?: SoundPace;
  /** Range of the file to process, in seconds; all of it if missing. */
  readonly part?: TimeRange;
  /**
   * Whether the range is a preview: the effect also processes its context, so that it has settled,
   * unless the effect changes the length. Requires `part`.
   */
  readonly preview?: true;
  /** Network that the effect uses; the built-in one if missing. */
  readonly net?: StoredModel;
  /** Ports of workers that process segments; without them, the sound is processed sequentially. */
  readonly helpers?: readonly MessagePort[];
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
  /** Its true peak is that of the decoded result, if this browser can decode it. */
  readonly after: Levels;
  /** Notes about the file. */
  readonly notes: readonly Note[];
  /** Peak in dBFS before clipping; missing if nothing was clipped. */
  readonly clippedPeak?: number;
  /** Maximum number of flashes per second in rendered frames; missing without such frames. */
  readonly flashes?: number;
  /** Backend of the visitor's model; missing if none was used. */
  readonly runsWith?: BackendInfo;
}
