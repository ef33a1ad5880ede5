import type { Alignment } from "#audio/alignment/align-words.ts";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import type { PitchTrack } from "#audio/music/singing/sung-pitch.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { VoiceMeasures } from "#audio/profile/voice-measures.ts";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import type { SinkChunk } from "../contract/sinks/sink-chunk.ts";
import type { CoverRequest, CoverResult } from "#audio/tasks/run-cover.ts";
import type { RunRequest, RunResult } from "./worker/effect/run-request.ts";
import type { AlignRequest } from "#audio/alignment/align-source.ts";
import type { Stage, StoredModel } from "#audio/tasks/task.ts";
import type { ReadRequest, ReadingCalls, StemBlock, StemRequest } from "./worker/reading.ts";
import type { RemuxFacts, RemuxRequest } from "./worker/remux/remux-media.ts";
import type { Levels } from "#audio/tasks/measure/levels.ts";
import type { OpenedFile, PeaksResult } from "./worker/results.ts";
import type { SeparateRequest, SeparationResult } from "#audio/tasks/run-separation.ts";
import type { Mix, Sound } from "./worker/sounds.ts";
import type { WorkerInput } from "./worker/tasks/audio-tasks.ts";
import type { CopyRequest } from "./worker/tasks/copy.ts";
import type { MeasureRequest } from "./worker/tasks/measure.ts";
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
  /** Number of workers that a run may be divided among; 1: none. */
  readonly helpers?: number;
  /** Whether the effect of a run can process segments independently. */
  readonly isDivisible?: (task: RunRequest) => Promise<boolean>;
  /**
   * Calls `work` at an interval until the returned function is called. Without it, hung workers are
   * not detected.
   */
  readonly every?: (work: () => void, ms: number) => () => void;
  /** Decodes a whole file where the browser's workers cannot. @returns a WAV file */
  readonly decode: (file: Blob, sampleRate: number) => Promise<Blob>;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** @param done from 0 to 1; null while unknown */
  readonly onProgress?: (done: number | null, stage: Stage) => void;
}

export interface WriteOptions extends RunOptions {
  readonly sink: WritableStream<SinkChunk>;
}

export interface SeparateOptions extends RunOptions {
  /** A stream for each output file, in order. */
  readonly sinks: readonly WritableStream<SinkChunk>[];
}

export interface PeaksOptions extends RunOptions {
  /** Called with the peaks computed so far. */
  readonly onPart?: ((found: PeaksResult) => void) | undefined;
}

/** Access to the samples of open files. */
export interface Reading {
  readonly files: readonly OpenedFile[];
  /** Reads frames of a file; fewer at its end. */
  read(request: ReadRequest): Promise<readonly Float32Array[]>;
  /**
   * Renders all files together at the requested tempo and pitch; each call continues where the last
   * one ended.
   */
  stems(request: StemRequest): Promise<StemBlock>;
  /** Returns `size / 2 + 1` levels for each column; see `SPECTRUM_LEVELS`. */
  spectra(request: ReadingCalls["spectra"]["request"]): Promise<Uint8Array<ArrayBuffer>>;
  /** Replaces an open mix; later reads return the new one. */
  change(file: number, mix: Mix): void;
  close(): void;
}

/** Audio processing in workers. Errors that a visitor can act on are `FaultError`s. */
export interface Engine {
  /**
   * Runs an effect on a file and streams the result. Aborting terminates the worker immediately.
   */
  run(task: RunRequest, options: WriteOptions): Promise<RunResult>;
  /**
   * Writes a range of a file in its own codec, in whole packets. @returns the range written, in
   * seconds
   */
  copy(task: CopyRequest, options: WriteOptions): Promise<TimeRange>;
  /** Remuxes media into one file. */
  remux(task: Omit<RemuxRequest, "isPlan">, options: WriteOptions): Promise<RemuxFacts>;
  /** Describes the file that `remux` would write. */
  planRemux(
    task: Pick<RemuxRequest, "media" | "pictures">,
    options: { readonly signal: AbortSignal },
  ): Promise<RemuxFacts>;
  /** Separates a song into stems, one stream each. Aborting terminates the worker immediately. */
  separate(task: SeparateRequest<Blob>, options: SeparateOptions): Promise<SeparationResult>;
  /** Replaces the voice of a song; each requested output has a stream. */
  cover(task: CoverRequest<Blob>, options: SeparateOptions): Promise<CoverResult>;
  /** Measures levels, after pending waveforms: each worker retains what it read last. */
  measure(file: Sound, options: RunOptions, extra?: Omit<MeasureRequest, "file">): Promise<Levels>;
  /** Describes the sound of the beginning of a file. */
  describe(file: Blob, options: RunOptions): Promise<DescribedFile>;
  /** Aligns the words of a text with a recording of it. */
  align(task: AlignRequest & { readonly file: Blob }, options: RunOptions): Promise<Alignment>;
  /** Finds tempo, beats, bars, key and chords. */
  analyze(file: Blob, options: RunOptions): Promise<SongAnalysis>;
  /** Tracks the pitch of a voice. */
  melody(file: Blob, options: RunOptions): Promise<PitchTrack>;
  /** Traces a sound for visuals that follow it. */
  trace(file: Blob, options: RunOptions): Promise<SoundTrace>;
  /** Finds the ranges in seconds in which someone speaks. */
  findSpeech(file: Sound, options: RunOptions): Promise<readonly TimeRange[]>;
  /** Measures the voice in a recording. */
  voice(file: Blob, options: RunOptions): Promise<VoiceMeasures>;
  /** Computes a waveform; preempted while a run is divided among workers, to save memory. */
  peaks(file: Blob, options: PeaksOptions): Promise<PeaksResult>;
  /** Gives work priority over measurements, such as loading that leads to a waveform. */
  first<T>(work: Promise<T>): Promise<T>;
  /** @param sparse whether the files are read here and there, not played */
  open(files: readonly Sound[], sparse?: boolean): Promise<Reading>;
  /**
   * Loads a separation model and runs its self-test, once per device.
   * @throws {FaultError} model.wrong, model.missing, model.damaged
   */
  prove(model: StoredModel, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Speed of the device, in millions of multiplications a second; measured once. */
  speed(): Promise<number>;
  /** Starts a worker ahead of the first task. */
  warm(): void;
}
