import type { Alignment } from "#audio/alignment/align-words.ts";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { VoiceMeasures } from "#audio/profile/voice-measures.ts";
import type { LimiterGoal } from "#audio/restoration/target-level.ts";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import type { SinkChunk } from "../contract/job-runner.ts";
import type { CoverRequest, CoverResult } from "./worker/cover/run-cover.ts";
import type { RunRequest, RunResult } from "./worker/effect/run-request.ts";
import type { AlignRequest } from "./worker/measure/align-source.ts";
import type { Stage, StoredModel } from "./worker/protocol.ts";
import type { ReadRequest, ReadingCalls, StemBlock, StemRequest } from "./worker/reading.ts";
import type { RemuxFacts, RemuxRequest } from "./worker/remux/remux-media.ts";
import type { Levels, OpenedFile, PeaksResult } from "./worker/results.ts";
import type { SeparateRequest, SeparationResult } from "./worker/separation/run-separation.ts";
import type { Mix, Sound } from "./worker/sounds.ts";
import type { WorkerInput } from "./worker/tasks/audio-tasks.ts";
import type { CopyRequest } from "./worker/tasks/copy.ts";
import type { DescribedFile } from "./worker/tasks/describe.ts";

/** The part of `Worker` that the engine uses. */
export interface WorkerLike {
  postMessage(message: WorkerInput, transfer?: Transferable[]): void;
  terminate(): void;
  /** Messages have the types of the task that was posted. */
  onmessage: ((event: { readonly data: never }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  onmessageerror: ((event: never) => void) | null;
}

export interface EngineDeps {
  readonly createWorker: () => WorkerLike;
  /** Into how many workers a run may be divided; 1: not at all. */
  readonly helpers?: number;
  /** Whether a run can be worked on in segments, each on its own. */
  readonly isDivisible?: (task: RunRequest) => Promise<boolean>;
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
  read(request: ReadRequest): Promise<readonly Float32Array[]>;
  /** Plays all files together, in the tempo and the pitch that are wanted; each call goes on from the last. */
  stems(request: StemRequest): Promise<StemBlock>;
  /** Gives `size / 2 + 1` levels for each column, as `SPECTRUM_LEVELS` says. */
  spectra(request: ReadingCalls["spectra"]["request"]): Promise<Uint8Array<ArrayBuffer>>;
  /** Gives the mix in place of the one that was opened; what is read from now on is of it. */
  change(file: number, mix: Mix): void;
  close(): void;
}

/** Work on sound, in workers. What it throws is a `FaultError` where the visitor can do something. */
export interface Engine {
  /** Takes a file through an effect into a stream of bytes; a cancelled run is gone at once. */
  run(task: RunRequest, options: WriteOptions): Promise<RunResult>;
  /** Writes a segment of a file in its own codec, in whole packets. Answers what was written, in seconds. */
  copy(task: CopyRequest, options: WriteOptions): Promise<TimeRange>;
  /** Puts media into one file as they are. */
  remux(task: Omit<RemuxRequest, "isPlan">, options: WriteOptions): Promise<RemuxFacts>;
  /** What that will be. */
  planRemux(
    task: Pick<RemuxRequest, "media" | "pictures">,
    options: { readonly signal: AbortSignal },
  ): Promise<RemuxFacts>;
  /** Takes a song apart, each stem into a stream of bytes; a cancelled one is gone at once. */
  separate(task: SeparateRequest, options: SeparateOptions): Promise<SeparationResult>;
  /** Gives a song another voice, each of what is wanted into a stream of bytes. */
  cover(task: CoverRequest, options: SeparateOptions): Promise<CoverResult>;
  /** Waits for the waveforms that are on their way: each that listens holds what it has heard last. */
  measure(file: Sound, options: RunOptions, goal?: LimiterGoal): Promise<Levels>;
  /** Hears the beginning of a file, and says how it sounds. */
  describe(file: Blob, options: RunOptions): Promise<DescribedFile>;
  /** Finds the words of a text in a recording of it. */
  align(task: AlignRequest, options: RunOptions): Promise<Alignment>;
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
