import { openFile } from "../host/worker-host.ts";
import { findPeaks } from "../measure/find-peaks.ts";
import type { Task, TaskHandler } from "../protocol.ts";
import type { PeaksResult } from "../results.ts";

export interface PeaksRequest {
  readonly file: Blob;
  /** Peaks of the beginning that are known: only the others are computed. */
  readonly known?: PeaksResult["peaks"] | undefined;
}

/** Computes the waveform of a file; emits the peaks of its beginning meanwhile. */
export type Peaks = Task<PeaksRequest, PeaksResult, PeaksResult>;

export const peaks: TaskHandler<Peaks> = async ({ file, known }, context) => {
  const source = await openFile(file);
  const result = await findPeaks(
    source,
    (done) => context.onProgress(done, "working"),
    (part) => context.emit(part, [part.peaks.buffer]),
    known,
  );
  source.close();
  return context.transfer(result, [result.peaks.buffer]);
};
