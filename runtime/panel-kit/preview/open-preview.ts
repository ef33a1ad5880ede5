import type { Engine, Reading } from "../../audio/engine-types.ts";
import { browserOutput } from "../player/browser-output.ts";
import type { ComparePlayer } from "../player/compare-player.ts";
import { createComparePlayer } from "../player/compare-player.ts";
import { createTimeMap } from "../../audio/player/time-map.ts";
import type { RunResult, StoredModel, Values } from "../../audio/worker/protocol.ts";
import type { SinkChunk } from "../../workspace/contract/job-runner.ts";
import { createPatchwork } from "../../workspace/contract/patchwork.ts";

/** What is tried, and on which range of a file. */
export interface PreviewRequest {
  /** Id of the effect. */
  readonly effect: string;
  readonly values: Values;
  /** The net that it works with; the built-in engine where it is missing. */
  readonly net?: StoredModel;
  /** Seconds. */
  readonly start: number;
  /** Seconds; may be behind the end of the file. */
  readonly end: number;
}

/** A range of a file as it is, and as it will be. */
export interface OpenPreview extends Pick<RunResult, "before" | "after" | "unchanged"> {
  /** Its time counts from the start of the range. */
  readonly player: ComparePlayer;
  /** Seconds of the file. */
  readonly start: number;
  readonly end: number;
}

export interface PreviewOptions {
  readonly engine: Engine;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Takes a range of a file through an effect, in memory: no job, no credits, nothing to save. */
export async function openPreview(
  file: File,
  { effect, values, net, start, end }: PreviewRequest,
  { engine, signal, onError }: PreviewOptions,
): Promise<OpenPreview> {
  const bytes = createPatchwork();
  const sink = new WritableStream<SinkChunk>({
    write(chunk) {
      if ("position" in chunk) bytes.write(chunk.position, chunk.data);
    },
  });
  const part = [start, end] as const;
  const { before, after, unchanged, frames, input, output, findings } = await engine.run(
    { effect, file, values, output: "wav32f", part, preview: true, ...(net && { net }) },
    { signal, sink },
  );
  const reading = await engine.open([file, bytes.toBlob()]);
  if (signal.aborted) {
    reading.close();
    throw signal.reason;
  }
  const length = frames[0] / input.sampleRate;
  const player = createComparePlayer({
    reading: partOfReading(reading, Math.round(start * input.sampleRate), frames[0]),
    ...browserOutput(onError),
    inStep: frames[0] === frames[1] && input.sampleRate === output.sampleRate,
    map: createTimeMap(length, frames[1] / output.sampleRate, findings?.ranges ?? []),
    duration: length,
  });
  return { player, before, after, unchanged, start, end: start + length };
}

/** A reading whose first file is a range of what it was. All in frames. */
export const partOfReading = (reading: Reading, first: number, frames: number): Reading => ({
  ...reading,
  read: (request) =>
    request.file === 0
      ? reading.read({
          ...request,
          from: first + request.from,
          count: Math.max(0, Math.min(request.count, frames - request.from)),
        })
      : reading.read(request),
});
