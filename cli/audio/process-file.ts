import type { Block, Findings } from "../../audio/effect.ts";
import type { Note } from "../../audio/media/notes.ts";
import { createWatch } from "../../audio/media/notes.ts";
import { markVoice } from "../../audio/media/voice-mark.ts";
import type { Step } from "../../audio/step.ts";
import { runSteps } from "../../audio/stream.ts";
import { ToolkitError } from "../../core/errors.ts";
import { resolveFormat } from "./formats.ts";
import { openAudioFile } from "./open-file.ts";
import type { Job } from "./plan-jobs.ts";
import { createWriter } from "./write-file.ts";

/** What became of one file. */
export interface Outcome {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly findings: Findings | null;
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
  { input, output, format }: Job,
  { signal, onProgress }: ProcessOptions,
): Promise<Outcome> {
  const file = await openAudioFile(input);
  try {
    const writer = createWriter({
      file: output,
      output: resolveFormat(format, file.codec),
      tags: step.synthetic ? markVoice(file.tags, step.synthetic) : file.tags,
      frames: file.frames ?? 0,
    });
    try {
      const watch = createWatch(file.format);
      let opened = 0;
      // The first pass hears all of it.
      const source = {
        ...file,
        open: () => (opened++ === 0 ? watched(file.open(), watch) : file.open()),
      };
      const outcome = await runSteps([step], source, writer.write, { signal, onProgress });
      if (outcome.frames === 0) throw new ToolkitError("OUTPUT_EMPTY", { file: input });
      await writer.finish();
      const { sampleRate, channels } = outcome.format;
      const seconds = outcome.frames / sampleRate;
      const findings = outcome.findings[0] ?? null;
      const told = file.promised ?? (file.frames ?? 0) / file.format.sampleRate;
      const notes = watch.notes(told, file.isCut?.());
      return { seconds, sampleRate, channels, findings, notes };
    } finally {
      await writer.discard();
    }
  } finally {
    file.close();
  }
}

async function* watched(
  blocks: AsyncIterable<Block>,
  watch: ReturnType<typeof createWatch>,
): AsyncGenerator<Block, void, undefined> {
  for await (const block of blocks) {
    watch.push(block);
    yield block;
  }
}
