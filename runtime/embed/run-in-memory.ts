import { sharedEngine } from "../audio/shared-engine.ts";
import type { JobResult } from "../contract/file.ts";
import { FaultError } from "../contract/fault.ts";
import type { DeviceJob, JobOutput, JobSink } from "../contract/job-runner.ts";
import type { JsonObject } from "../contract/json.ts";
import { createMemorySink } from "../contract/sinks/memory-sink.ts";
import { convertResult } from "../panel-kit/save/convert-result.ts";
import { formatToSave } from "../panel-kit/save/saved-format.ts";
import type { EmbedOutcome, EmbedProgress } from "./controller.ts";
import type { EmbedFile } from "./messages.ts";

/** Progress at which the results are converted to the format in which they are saved. */
const CONVERSION_START = 0.85;

/** A result that is collected in memory: the storage of a frame may be blocked. */
function openSink(name: string, type: string): JobSink {
  const { sink, toBlob } = createMemorySink();
  const finish = async (): Promise<JobOutput> => {
    if (!sink.locked) await sink.close().catch(() => {});
    return { kind: "blob", name, blob: new Blob([toBlob()], { type }) };
  };
  return Object.assign(sink, { finish });
}

function resultOf(output: JobOutput): { readonly file: File; readonly result: JobResult } {
  if (output.kind !== "blob") throw new TypeError("A result was written elsewhere");
  const { name, blob, saving, role } = output;
  const { type, size } = blob;
  return {
    file: new File([blob], name, { type }),
    result: {
      id: name,
      name,
      type,
      size,
      created: Date.now(),
      state: "unsaved",
      ...(saving && { saving }),
      ...(role !== undefined && { role }),
    },
  };
}

/**
 * Runs a panel's job on one file, on this device and without the workspace, and converts its results
 * to the formats in which they are saved.
 */
export async function runInMemory(
  job: DeviceJob,
  { file, preset, params }: { file: File; preset: string; params: JsonObject },
  {
    signal,
    onProgress,
  }: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: EmbedProgress) => void;
  },
): Promise<EmbedOutcome> {
  const ends: (() => void)[] = [];
  try {
    const outputs = await job({
      files: [file],
      fileIds: ["input"],
      params,
      preset,
      engine: sharedEngine(),
      signal,
      onProgress: ({ done, stage }) =>
        onProgress({
          done: done === null ? null : done * CONVERSION_START,
          ...(stage !== undefined && { stage }),
        }),
      sink: (name, type) => Promise.resolve(openSink(name, type)),
      result: () => Promise.reject(new FaultError("file.missing")),
      defer: (end) => void ends.push(end),
    });
    const files: EmbedFile[] = [];
    for (const [at, output] of outputs.entries()) {
      const { file: made, result } = resultOf(output);
      const share = (1 - CONVERSION_START) / outputs.length;
      const saved =
        formatToSave(result) === null
          ? made
          : (
              await convertResult(made, result, {
                files: { open: () => Promise.resolve(file) },
                signal,
                onProgress: (done) =>
                  onProgress({
                    done: CONVERSION_START + share * (at + (done ?? 0)),
                    stage: "panel-kit:stage.writing",
                  }),
              })
            ).file;
      const { role } = output;
      files.push({
        file: saved,
        name: saved.name,
        mime: saved.type,
        ...(role !== undefined && { role }),
      });
    }
    const isUnchanged = outputs.every(({ unchanged }) => unchanged !== undefined);
    return { files, unchanged: (isUnchanged && outputs[0]?.unchanged) || null };
  } finally {
    for (const end of ends) end();
  }
}
