import type { Write } from "#audio/media/bytes/write-bytes.ts";
import { type EncoderLevels, createEncodingFit } from "#audio/media/writers/fit-encoding.ts";
import type { RunResult } from "#audio/tasks/run-request.ts";
import { type DecodedLevels, decodedLevels } from "./decoded-levels.ts";
import { createResultFile, type ResultFile } from "./write-file.ts";

type OnProgress = (share: number) => void;

export interface Encoding {
  /** dBTP that the result does not exceed once it is decoded. */
  readonly ceiling: number;
  /** Processes and encodes the sound for the first time. */
  readonly process: (write: Write, onProgress: OnProgress) => Promise<RunResult>;
  /** LUFS that the result has once it is decoded; null for any. */
  readonly loudnessOf: (result: RunResult) => number | null;
  /** Encodes the processed sound again with other levels. */
  readonly encode: (
    write: Write,
    levels: EncoderLevels,
    onProgress: OnProgress,
  ) => Promise<unknown>;
}

/** Part of the progress that is left after the first attempt, and after each further one. */
const LEFT = 0.1;

/** Encodes a result until its levels fit, see `createEncodingFit`, and keeps the best attempt. */
export async function encodeToFit(
  { output, onProgress }: { readonly output: string; readonly onProgress: OnProgress },
  { ceiling, process, loudnessOf, encode }: Encoding,
): Promise<{ readonly result: RunResult; readonly decoded: DecodedLevels | null }> {
  let best: ResultFile | null = null;
  let file: ResultFile | null = null;
  const reportAttempt =
    (attempt: number): OnProgress =>
    (share) =>
      onProgress(1 - LEFT ** attempt * (1 - (1 - LEFT) * share));
  try {
    best = createResultFile(output);
    const result = await process(best.write, reportAttempt(0));
    let decoded = await decodedLevels(await best.complete(), ceiling);
    let levels: DecodedLevels | null = decoded;
    const fit = createEncodingFit({ ceiling, loudness: loudnessOf(result) });
    for (let attempt = 1; decoded; attempt++) {
      const { isBest, isDone } = fit.take(decoded);
      if (isBest && file) {
        await best.discard();
        best = file;
        file = null;
      }
      if (isBest) levels = decoded;
      if (isDone) break;
      await file?.discard();
      file = createResultFile(`${output}.${attempt}`);
      await encode(file.write, fit.levels(), reportAttempt(attempt));
      decoded = await decodedLevels(await file.complete(), ceiling);
    }
    await best.finish(output);
    return { result, decoded: levels };
  } finally {
    await file?.discard();
    await best?.discard();
  }
}
