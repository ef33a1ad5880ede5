import type { CoverRequest, CoverResult } from "#audio/tasks/run-cover.ts";
import type { RunRequest, RunResult } from "#audio/tasks/run-request.ts";
import type { SeparateRequest, SeparationResult } from "#audio/tasks/run-separation.ts";
import type { Stage } from "#audio/tasks/task.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import type { SinkChunk } from "./sinks/sink-chunk.ts";

/** A stage of a task; the last three are those of a task on the site's servers. */
export type JobStage = Stage | "sending" | "queued" | "fetching";

interface TaskOptions {
  readonly signal: AbortSignal;
  /** @param done from 0 to 1; null while unknown */
  readonly onProgress?: (done: number | null, stage: JobStage) => void;
}

export interface TranscribeRequest {
  readonly file: Blob;
  /** ISO 639 code of what is spoken; missing: detected. */
  readonly language?: string;
  /** Names and terms that may be spoken; only models of the form `whisper` use them. */
  readonly terms?: string;
  readonly model: Pick<OfferedModel, "id">;
}

/** The tasks of jobs that can run in several locations; `Engine` runs them on the device. */
export interface JobEngine {
  /** Each task is paid for by itself; missing on the device, where the job has one price. */
  readonly isPaidByTask?: true;
  run(
    task: RunRequest<Blob>,
    options: TaskOptions & { readonly sink: WritableStream<SinkChunk> },
  ): Promise<RunResult>;
  separate(
    task: SeparateRequest<Blob>,
    options: TaskOptions & { readonly sinks: readonly WritableStream<SinkChunk>[] },
  ): Promise<SeparationResult>;
  cover(
    task: CoverRequest<Blob>,
    options: TaskOptions & { readonly sinks: readonly WritableStream<SinkChunk>[] },
  ): Promise<CoverResult>;
  /**
   * Writes a transcript. Missing on the device, where the job runs the speech model itself and shows
   * the text part by part.
   */
  transcribe?(task: TranscribeRequest, options: TaskOptions): Promise<Transcript>;
}
