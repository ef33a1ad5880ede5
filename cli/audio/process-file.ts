import type { Block, Findings } from "../../audio/effect.ts";
import type { Note } from "../../audio/media/problems/notes.ts";
import type { AudioSource } from "../../audio/media/audio-source.ts";
import { MediaError } from "../../audio/media/problems/media-error.ts";
import { createWatch } from "../../audio/media/problems/notes.ts";
import { writeProvenance } from "../../audio/media/tags/provenance.ts";
import type { Step, UnchangedReason } from "../../audio/pipeline/step.ts";
import { unchangedBy } from "../../audio/pipeline/step.ts";
import { runSteps } from "../../audio/pipeline/stream.ts";
import { ToolkitError } from "../../core/errors/errors.ts";
import { isFilm } from "../../audio/media/writers/output-formats.ts";
import { openBytes } from "./host/node-host.ts";
import { resolveFormat } from "./formats.ts";
import { inputFault } from "./media-problem.ts";
import { openAudioFile } from "./open-file.ts";
import type { Job } from "./plan-jobs.ts";
import { createResult } from "./write-file.ts";

/** What became of one file. */
export interface ProcessedFile {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly findings: Findings | null;
  /** Why what is written is what was read; null: something was changed. */
  readonly unchanged: UnchangedReason | null;
  readonly notes: readonly Note[];
}

export interface ProcessOptions {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Takes a file through an effect.
 * @throws {ToolkitError} where it cannot be worked on, or nothing comes out
 */
export async function processFile(
  step: Step,
  job: Job,
  options: ProcessOptions,
): Promise<ProcessedFile> {
  const source = await openAudioFile(job.input);
  try {
    return await processSource(step, source, { ...job, ...options });
  } catch (error) {
    throw inputFault(error, job.input);
  } finally {
    source.close();
  }
}

async function processSource(
  step: Step,
  file: AudioSource,
  { input, output, format, signal, onProgress }: Job & ProcessOptions,
): Promise<ProcessedFile> {
  const resolved = resolveFormat(format, file.codec);
  const film = isFilm(resolved) ? await openBytes(input) : undefined;
  const result = createResult({
    file: output,
    output: resolved,
    film,
    tags: step.synthetic ? writeProvenance(file.tags, step.synthetic) : file.tags,
    duration: file.duration,
  });
  try {
    const watch = createWatch(file.format);
    let opened = 0;
    const source = {
      format: file.format,
      ...(file.duration > 0 && { frames: Math.round(file.duration * file.format.sampleRate) }),
      // The first pass hears all of it.
      open: () => (opened++ === 0 ? watched(file.blocks(), watch) : file.blocks()),
    };
    const outcome = await runSteps([step], source, result.write, { signal, onProgress });
    if (outcome.frames === 0) throw new ToolkitError("OUTPUT_EMPTY", { file: input });
    await result.finish();
    const { sampleRate, channels } = outcome.format;
    const seconds = outcome.frames / sampleRate;
    const findings = outcome.findings[0] ?? null;
    const notes = watch.notes(file);
    const unchanged = unchangedBy(step.neutral, findings);
    return { seconds, sampleRate, channels, findings, unchanged, notes };
  } finally {
    await result.discard();
    film?.close();
  }
}

/** @throws {MediaError} where there is no sound at all */
async function* watched(
  blocks: AsyncIterable<Block>,
  watch: ReturnType<typeof createWatch>,
): AsyncGenerator<Block, void, undefined> {
  let isEmpty = true;
  for await (const block of blocks) {
    watch.push(block);
    isEmpty = false;
    yield block;
  }
  if (isEmpty) throw new MediaError("noSamples");
}
