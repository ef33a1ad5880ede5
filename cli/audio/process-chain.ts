import type { AudioSource } from "#audio/media/audio-source.ts";
import { writeProvenance } from "#audio/media/tags/provenance.ts";
import { type FileNote, inputFault } from "./media-problem.ts";
import { openAudioFile } from "./open-file.ts";
import type { Job } from "./plan-jobs.ts";
import {
  type PreparedEffect,
  type ProcessedFile,
  type ProcessOptions,
  processSource,
  processToFloat,
} from "./process-file.ts";
import { createResultFile, type ResultFile } from "./write-file.ts";

/** What an effect of a chain did. */
export interface ChainStep extends Pick<ProcessedFile, "findings" | "unchanged"> {
  /** Id of the effect. */
  readonly effect: string;
}

/** Result of a chain; `findings` are those of its last effect. */
export interface ChainedFile extends ProcessedFile {
  readonly steps: readonly ChainStep[];
}

/** Notes about what was written; those of a later effect about its input concern no file. */
const OUTPUT_NOTES: readonly FileNote[] = ["softer", "tooQuiet", "overload", "mixedDown", "lossy"];

/**
 * Applies effects to a file, one after the other. The file is decoded and the result encoded once;
 * between two effects, the sound is in a temporary file of 32-bit floats beside the result.
 * @throws {ToolkitError} if it cannot be processed, or the result is empty
 */
export async function processChain(
  chain: readonly PreparedEffect[],
  job: Job,
  { signal, onProgress }: ProcessOptions,
): Promise<ChainedFile> {
  // Neutral effects change no sample; if all are neutral, the last one writes the result.
  const active = chain.filter(({ step }) => !step.neutral);
  const early = active.slice(0, -1);
  const last = active.at(-1) ?? chain.at(-1)!;
  const costs = [...early, last].map(({ step }) => step.cost.analysis + step.cost.work);
  const cost = costs.reduce((sum, each) => sum + each, 0);
  const optionsOf = (at: number): ProcessOptions => {
    const before = costs.slice(0, at).reduce((sum, each) => sum + each, 0);
    return { signal, onProgress: (share) => onProgress((before + share * costs[at]!) / cost) };
  };
  const outcomes = new Map<PreparedEffect, Pick<ProcessedFile, "findings" | "unchanged">>();
  const notes = new Set<FileNote>();
  const original = await openAudioFile(job.input);
  let source: AudioSource = original;
  let file: ResultFile | null = null;
  try {
    for (const [at, prepared] of early.entries()) {
      const next = createResultFile(`${job.output}.${at + 1}`);
      try {
        const { input } = job;
        const { write } = next;
        const outcome = await processToFloat(prepared, source, { input, write, ...optionsOf(at) });
        outcomes.set(prepared, outcome);
        if (at === 0) for (const note of outcome.notes) notes.add(note);
        const { synthetic } = prepared.step;
        const opened = await openAudioFile(await next.complete());
        source.close();
        source = {
          ...opened,
          codec: original.codec,
          tags: synthetic ? writeProvenance(source.tags, synthetic) : source.tags,
        };
      } finally {
        await file?.discard();
        file = next;
      }
    }
    const result = await processSource(last, source, { ...job, ...optionsOf(early.length) });
    outcomes.set(last, result);
    const isAlone = early.length === 0;
    for (const note of result.notes) if (isAlone || OUTPUT_NOTES.includes(note)) notes.add(note);
    const steps = chain.map((prepared): ChainStep => {
      const { findings = null, unchanged = "neutral" as const } = outcomes.get(prepared) ?? {};
      return { effect: prepared.effect.id, findings, unchanged };
    });
    const isUnchanged = steps.every(({ unchanged }) => unchanged !== null);
    return {
      ...result,
      unchanged: isUnchanged ? result.unchanged : null,
      notes: [...notes],
      steps,
    };
  } catch (error) {
    throw inputFault(error, job.input);
  } finally {
    source.close();
    await file?.discard();
  }
}
