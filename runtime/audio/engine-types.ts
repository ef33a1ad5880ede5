import type { LimiterGoal } from "#audio/restoration/target-level.ts";
import type { Alignment } from "#audio/alignment/align-words.ts";
import type { VoiceMeasures } from "#audio/profile/voice-measures.ts";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { SinkChunk } from "../workspace/contract/job-runner.ts";
import type { Mix, Sound } from "./worker/sounds.ts";
import type { AlignTask } from "./worker/listening.ts";
import type {
  CopyTask,
  CoverTask,
  FromWorker,
  RemuxTask,
  RunTask,
  SeparateTask,
  Stage,
  StoredModel,
  ToWorker,
} from "./worker/protocol.ts";
import type {
  CoverResult,
  DescribedFile,
  Levels,
  OpenedFile,
  PeaksResult,
  RemuxFacts,
  RunResult,
  SeparationResult,
} from "./worker/results.ts";
import type { ReadRequest, SpectraRequest, StemBlock, StemRequest } from "./worker/questions.ts";

/** What is used of a `Worker`. */
export interface WorkerLike {
  postMessage(message: ToWorker, moved?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: { readonly data: FromWorker }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  onmessageerror: ((event: never) => void) | null;
}

export interface EngineDeps {
  readonly createWorker: () => WorkerLike;
  /** Into how many workers a run may be divided; 1: not at all. */
  readonly helpers?: number;
  /** Whether a run can be worked on in segments, each on its own. */
  readonly isDivisible?: (task: Omit<RunTask, "call">) => Promise<boolean>;
  /** Calls back again and again until what it answers is called; without it no run is given up. */
  readonly every?: (work: () => void, ms: number) => () => void;
  /** Decodes a file as a whole, where workers of this browser cannot. @returns a WAV file */
  readonly decode: (file: Blob, sampleRate: number) => Promise<Blob>;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** @param done 0 to 1; null while it cannot be known */
  readonly onProgress?: (done: number | null, stage: Stage) => void;
}

export interface WriteOptions extends RunOptions {
  readonly sink: WritableStream<SinkChunk>;
}

export interface SeparateOptions extends RunOptions {
  /** A stream for each result, in their order. */
  readonly sinks: readonly WritableStream<SinkChunk>[];
}

export interface PeaksOptions extends RunOptions {
  /** Gets what is there meanwhile, more with each time. */
  readonly onPart?: ((found: PeaksResult) => void) | undefined;
}

/** Samples of files that are held open. */
export interface Reading {
  readonly files: readonly OpenedFile[];
  /** Gives frames of one of the files, fewer where it ends. */
  read(request: Omit<ReadRequest, "turn">): Promise<readonly Float32Array[]>;
  /** Plays all files together, in the tempo and the pitch that are wanted; each call goes on from the last. */
  stems(request: StemRequest): Promise<StemBlock>;
  /** Gives `size / 2 + 1` levels for each column, as `SPECTRUM_LEVELS` says. */
  spectra(
    request: SpectraRequest & Pick<ReadRequest, "file" | "track">,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** Gives the mix in place of the one that was opened; what is read from now on is of it. */
  change(file: number, mix: Mix): void;
  close(): void;
}

/** Work on sound, in workers. What it throws is a `FaultError` where the visitor can do something. */
export interface Engine {
  /** Takes a file through an effect into a stream of bytes; a cancelled run is gone at once. */
  run(task: Omit<RunTask, "call">, options: WriteOptions): Promise<RunResult>;
  /** Writes a segment of a file in its own codec, in whole packets. Answers what was written, in seconds. */
  copy(task: Omit<CopyTask, "call">, options: WriteOptions): Promise<TimeRange>;
  /** Puts media into one file as they are. */
  remux(task: Omit<RemuxTask, "call" | "isPlan">, options: WriteOptions): Promise<RemuxFacts>;
  /** What that will be. */
  planRemux(
    task: Pick<RemuxTask, "media" | "pictures">,
    options: { readonly signal: AbortSignal },
  ): Promise<RemuxFacts>;
  /** Takes a song apart, each stem into a stream of bytes; a cancelled one is gone at once. */
  separate(task: Omit<SeparateTask, "call">, options: SeparateOptions): Promise<SeparationResult>;
  /** Gives a song another voice, each of what is wanted into a stream of bytes. */
  cover(task: Omit<CoverTask, "call">, options: SeparateOptions): Promise<CoverResult>;
  /** Waits for the waveforms that are on their way: each that listens holds what it has heard last. */
  measure(file: Sound, options: RunOptions, goal?: LimiterGoal): Promise<Levels>;
  /** Hears the beginning of a file, and says how it sounds. */
  describe(file: Blob, options: RunOptions): Promise<DescribedFile>;
  /** Finds the words of a text in a recording of it. */
  align(task: Omit<AlignTask, "call">, options: RunOptions): Promise<Alignment>;
  /** Finds tempo, beats, bars and key of a file. */
  analyze(file: Blob, options: RunOptions): Promise<SongAnalysis>;
  /** Finds what pictures that follow a file are driven by. */
  trace(file: Blob, options: RunOptions): Promise<SoundTrace>;
  /** Measures the voice of a file. */
  voice(file: Blob, options: RunOptions): Promise<VoiceMeasures>;
  /** Waits while a run is divided among workers, and goes on after it: each holds what it has read. */
  peaks(file: Blob, options: PeaksOptions): Promise<PeaksResult>;
  /** Makes what is measured wait for other work, such as a waveform that is not asked for yet. */
  first<T>(work: Promise<T>): Promise<T>;
  /** @param sparse whether they are looked at here and there, and not played */
  open(files: readonly Sound[], sparse?: boolean): Promise<Reading>;
  /**
   * Makes a net for stems ready, and has it answer a known sound where it has not yet on this device.
   * @throws {FaultError} model.wrong, model.missing, model.damaged
   */
  prove(model: StoredModel, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Speed of the device in millions of multiplications a second; measured once. */
  speed(): Promise<number>;
  /** Makes a worker ready, so that the first run need not wait for it. */
  warm(): void;
}
