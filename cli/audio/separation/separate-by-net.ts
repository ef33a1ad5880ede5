import type { Block } from "#audio/effect.ts";
import { countSegments } from "#audio/nets/stems/stems.ts";
import type { NetStem } from "#audio/separation/net-stems.ts";
import { sumBlocks, framesOf } from "#audio/signal/blocks.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import type { StemsForm } from "#core/models/forms.ts";
import type { ProcessOptions } from "../process-file.ts";
import { runStudio, studioThreads } from "../studio/run-studio.ts";
import { type SeparationJob, writeStems } from "./separate-file.ts";

/** A separation model on disk. */
export interface StemsNet {
  readonly id: string;
  readonly form: StemsForm;
  /** Paths by the roles of the form. */
  readonly files: Readonly<Record<string, string>>;
  /** Digest of its graph. */
  readonly sha256: string;
}

export interface NetJob extends Pick<SeparationJob, "input" | "format" | "outputs"> {
  /** Stem of each output, in order. */
  readonly stems: readonly NetStem[];
}

export interface NetOptions extends ProcessOptions {
  /** Seconds that the model takes for a segment on this machine; null if not measured yet. */
  readonly pace: number | null;
  /** Called when the self-test has passed, with its duration in seconds. */
  readonly onPace: (seconds: number) => void;
  /** Called before the first segment with the estimated total in seconds. */
  readonly onEstimate: (seconds: number) => void;
}

/**
 * Separates a file with a model into stems of 44.1 kHz whose sum is the song. On first use on a
 * machine, the model must pass a self-test.
 * @throws {ToolkitError} errors of `writeStems`, MODEL_WRONG
 */
export const separateByNet = (
  job: NetJob,
  { id, form, files, sha256 }: StemsNet,
  { signal, onProgress, pace, onPace, onEstimate }: NetOptions,
): Promise<{ readonly seconds: number }> =>
  writeStems(job, async ({ source, write }) => {
    const { duration } = source;
    const format = { sampleRate: form.sampleRate, channels: 2 } as const;
    const estimate = (seconds: number): void => {
      if (duration > 0) onEstimate(seconds * countSegments(form, duration * form.sampleRate));
    };
    const task = {
      form,
      files,
      input: job.input,
      consistent: true,
      threads: studioThreads(),
      proves: pace === null ? sha256 : undefined,
    };
    if (pace !== null) estimate(pace);
    let done = 0;
    for await (const message of runStudio(task, signal)) {
      if (message.kind === "proved") {
        if (!message.right) throw new ToolkitError("MODEL_WRONG", { id });
        onPace(message.seconds);
        estimate(message.seconds);
      }
      if (message.kind !== "stems") continue;
      const stemOf = (name: string): Block => message.value[form.stems.indexOf(name)]!;
      await write(
        job.stems.map(({ parts }) => sumBlocks(parts.map(stemOf))),
        format,
      );
      done += framesOf(message.value[0]!);
      if (duration > 0) onProgress(Math.min(1, done / form.sampleRate / duration));
    }
    if (done === 0) throw new ToolkitError("OUTPUT_EMPTY", { file: job.input });
    return { seconds: done / form.sampleRate };
  });
