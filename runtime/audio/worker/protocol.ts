import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import type { TranscriptSegment } from "#audio/nets/studio/transcribe.ts";
import type {
  SynthesizedSpeech,
  SynthesisOptions,
} from "#audio/nets/speaking/speech-synthesis-net.ts";
import type { Alignment } from "#audio/alignment/align-words.ts";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import type { NamedTrack } from "#audio/media/film-pictures.ts";
import type { RemuxOptions } from "#audio/media/remux.ts";
import type { Chapter } from "#audio/media/tags/chapters/chapter.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import type { CoverTake, CoverValues } from "#audio/cover/cover-values.ts";
import type { VoiceMeasures } from "#audio/profile/voice-measures.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { SeparationPreset } from "#audio/separation/presets.ts";
import type { SoundPace } from "#audio/stretch/paced-source.ts";
import type { OutputFormat, ResultFormat } from "#audio/media/writers/output-formats.ts";
import type { FaultParams } from "./media-fault.ts";
import type {
  CoverResult,
  DescribedFile,
  Levels,
  OpenedFile,
  PeaksResult,
  RemuxFacts,
  RunResult,
  SeparationResult,
} from "./results.ts";
import type {
  AlignTask,
  AnalyzeTask,
  DescribeTask,
  MeasureTask,
  TraceTask,
  VoiceTask,
} from "./listening.ts";
import type { Mix, Sound } from "./sounds.ts";
import type { DrawnFilm } from "./drawn-film.ts";
import type { ReadRequest, SpectraRequest, StemBlock, StemRequest } from "./questions.ts";

/** Values of an effect's parameters, by name. */
export type Values = Readonly<Record<string, number | string | boolean | readonly TimeRange[]>>;

/** A net that is on the device. */
export type StoredModel = Pick<OfferedModel, "files" | "form">;

export interface RunTask {
  readonly call: "run";
  /** Id of the effect; null: the sound is written as it is. */
  readonly effect: string | null;
  readonly file: Sound;
  readonly values: Values;
  readonly output: ResultFormat;
  /** Bits a second and channel; the format's own where it is missing. */
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
  readonly drawn?: DrawnFilm;
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
/** Takes segments of a sound, which another worker sends, through an effect. */
export interface HelpTask {
  readonly call: "help";
  readonly effect: string;
  readonly values: Values;
  readonly port: MessagePort;
}
/** Draws a file: its loudest and lowest sample in each of `PEAKS_PER_SECOND` parts of a second. */
export interface PeaksTask {
  readonly call: "peaks";
  readonly file: Blob;
  /** Those of its beginning, where they are known: only the others are looked for. */
  readonly known?: PeaksResult["peaks"] | undefined;
}
/** Writes a segment of a file in the codec that it has, in whole packets and without loss. */
export interface CopyTask {
  readonly call: "copy";
  readonly file: Blob;
  /** Seconds. */
  readonly part: TimeRange;
}
/** A media whose parts are at hand. */
export interface MediaParts {
  /** A playlist of HLS whose addresses are the numbers of the parts, from 1 on. */
  readonly list: Blob;
  readonly parts: readonly Blob[];
}
/** Tags over those that a media has; what is empty stays as it is. */
export interface NewTags {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly picture: Blob | null;
  /** Null: as they are. Kept where the container has a place for them. */
  readonly chapters: readonly Chapter[] | null;
}
/** Puts sound and picture of media into one file, without decoding them. */
export interface RemuxTask {
  readonly call: "remux";
  /** The first sound and the first picture of them are taken. */
  readonly media: readonly (Blob | MediaParts)[];
  readonly pictures: RemuxOptions["pictures"];
  readonly tags?: NewTags;
  /** Only what it will be is wanted. */
  readonly isPlan?: true;
}
/** A stem that is wanted: one of the sources of a song, or several together. */
export interface StemSpec {
  readonly stem: string;
  readonly parts: readonly string[];
}
/** Takes a song apart, and writes each stem to a result of its own. */
export interface SeparateTask {
  readonly call: "separate";
  readonly file: Blob;
  /** What the built-in engine takes it for. */
  readonly preset: SeparationPreset;
  readonly stems: readonly StemSpec[];
  readonly output: OutputFormat;
  /** Seconds that are worked on; all where it is missing. */
  readonly part?: TimeRange;
  /** It is only tried: a part that is silent is no fault. */
  readonly preview?: true;
  /** The net that does it; the built-in engine where it is missing. */
  readonly net?: StoredModel;
}
/** Gives a song another voice, and writes what is wanted of it, each to a result of its own. */
export interface CoverTask {
  readonly call: "cover";
  readonly file: Blob;
  /** Seconds of the file that are worked on; all where it is missing. */
  readonly part?: TimeRange;
  /** It is only tried: a part in which nobody sings is no fault. */
  readonly preview?: true;
  /** What was split off as the voice of the file, or of its part. */
  readonly vocals: Blob;
  /** Whether that has much of the song in it, as the built-in engine leaves there. */
  readonly isLeaky: boolean;
  readonly values: CoverValues;
  readonly takes: readonly CoverTake[];
  readonly output: OutputFormat;
}
/** Hands out samples of files as they are asked for, until the worker is ended. */
export interface ReadTask {
  readonly call: "read";
  readonly files: readonly Sound[];
  /** They are looked at here and there, and not played. */
  readonly sparse?: boolean;
}
/** Takes a sound apart with a net that is on the device. */
export interface NetStemsTask {
  readonly call: "net-stems";
  readonly file: Sound;
  /** Its form is `demucs`. */
  readonly model: StoredModel;
  /** Stems sum to the sound. */
  readonly consistent: boolean;
  /** The processor is wanted, even where there is a graphics card. */
  readonly processor?: boolean;
}
/** Opens a net for stems, which answers a known sound where it has not yet on this device. */
export interface ProveTask {
  readonly call: "prove";
  readonly model: StoredModel;
}
/** Writes down what is said, with a net that is on the device. */
export interface TranscribeTask {
  readonly call: "transcribe";
  readonly file: Sound;
  /** Its form is `moonshine` or `whisper`. */
  readonly model: StoredModel;
  /** ISO 639 code of what is spoken; found out where it is missing and the net knows several. */
  readonly language?: string | undefined;
}
/** Says a phrase with a net that is on the device. */
export interface SayTask extends SynthesisOptions {
  readonly call: "say";
  /** Its form is `piper` or `kokoro`. */
  readonly model: StoredModel;
  readonly phonemes: string;
}
/** Works for a moment, and says how fast the device is. */
export interface BenchTask {
  readonly call: "bench";
}
export type Task =
  | RunTask
  | HelpTask
  | PeaksTask
  | CopyTask
  | RemuxTask
  | SeparateTask
  | CoverTask
  | MeasureTask
  | DescribeTask
  | AlignTask
  | AnalyzeTask
  | TraceTask
  | VoiceTask
  | ReadTask
  | NetStemsTask
  | TranscribeTask
  | SayTask
  | ProveTask
  | BenchTask;

/** What the document tells a worker: its one task, and then answers and questions. */
export type ToWorker =
  | Task
  /** A piece has been written, and the next may come: in the buffer that it came in, where there was one. */
  | { readonly call: "wrote"; readonly buffer?: ArrayBuffer }
  | ({ readonly call: "samples" } & ReadRequest)
  | ({ readonly call: "stems"; readonly turn: number } & StemRequest)
  | ({ readonly call: "spectra" } & SpectraRequest & Pick<ReadRequest, "turn" | "file" | "track">)
  /** A mix that is held open has been edited. */
  | { readonly call: "change"; readonly file: number; readonly mix: Mix };

/** What a worker tells the document. */
export type FromWorker =
  | { readonly kind: "progress"; readonly done: number | null; readonly stage: Stage }
  | {
      readonly kind: "write";
      /** Which of several results; missing where there is one. */
      readonly result?: number;
      /** Bytes from the beginning. */
      readonly position: number;
      readonly data: Uint8Array<ArrayBuffer>;
    }
  /** Peaks of the beginning, while the rest is looked for. */
  | { readonly kind: "part"; readonly value: PeaksResult }
  | { readonly kind: "opened"; readonly files: readonly OpenedFile[] }
  /** What a studio model runs with. */
  | { readonly kind: "runsWith"; readonly value: BackendInfo }
  /** Stems of the sound from the last ones on, in the order of the form; answered by `wrote`. */
  | { readonly kind: "stems"; readonly value: readonly (readonly Float32Array<ArrayBuffer>[])[] }
  /** What is said, so far as it has been heard. */
  | { readonly kind: "spoken"; readonly value: TranscriptSegment }
  /** Of a question: samples of each channel, those of stems, or levels of spectra. */
  | {
      readonly kind: "answer";
      readonly turn: number;
      readonly value: readonly Float32Array[] | StemBlock | Uint8Array<ArrayBuffer>;
    }
  | {
      readonly kind: "done";
      readonly value:
        | RunResult
        | SeparationResult
        | CoverResult
        | PeaksResult
        | Levels
        | DescribedFile
        | Alignment
        | SongAnalysis
        | SoundTrace
        | VoiceMeasures
        | TimeRange
        | SynthesizedSpeech
        | RemuxFacts
        | number;
    }
  /** This browser has no decoder for it here; the document may have one. */
  | {
      readonly kind: "undecodable";
      readonly sampleRate: number;
      readonly codec: string | null;
    }
  | Failure;

export type Failure =
  /** For the visitor: a key of `errors.json`. */
  | { readonly kind: "fault"; readonly code: string; readonly params: FaultParams }
  /** A bug, or what nobody foresaw. */
  | { readonly kind: "broken"; readonly name: string; readonly message: string };

export type Stage = "loading" | "listening" | "working" | "writing";
