import type { Block, Format } from "../../../audio/effect.ts";
import type { SeparationPreset, StemName } from "../../../audio/separation/presets.ts";
import { createSeparator, type SeparationFacts } from "../../../audio/separation/separator.ts";
import { finiteBlock } from "../../../audio/signal/finite.ts";
import { framesOf } from "../../../audio/signal/blocks.ts";
import { ToolkitError } from "../../../core/errors/errors.ts";
import { type FormatName, resolveFormat } from "../formats.ts";
import { inputFault } from "../media-problem.ts";
import { openAudioFile } from "../open-file.ts";
import type { ProcessOptions } from "../process-file.ts";
import { createResult } from "../write-file.ts";

/** One song, and where its stems go, in the order of the preset. */
export interface SeparationJob {
  readonly input: string;
  readonly preset: SeparationPreset;
  readonly format: FormatName;
  readonly outputs: readonly { readonly stem: StemName; readonly file: string }[];
}

/** So much at once, so that an abort is heard soon. */
const MOST_FRAMES = 16_384;

/**
 * Takes a file apart. All stems are written, or none.
 * @throws {ToolkitError} where it cannot be read, or a stem cannot be written
 */
export async function separateFile(
  job: SeparationJob,
  { signal, onProgress }: ProcessOptions,
): Promise<SeparationFacts & { readonly seconds: number }> {
  const source = await openAudioFile(job.input);
  const { format, duration, tags, codec } = source;
  const results = job.outputs.map(({ file }) => {
    const output = resolveFormat(job.format, codec);
    return createResult({ file, output, tags, duration });
  });
  try {
    const separator = createSeparator({ preset: job.preset }, format);
    let done = 0;
    const write = async (stems: readonly Block[] | null) => {
      if (stems) for (const [i, stem] of stems.entries()) await results[i]!.write(stem, format);
    };
    for await (const block of source.blocks())
      for (const part of partsOf(block)) {
        signal.throwIfAborted();
        await write(separator.push(part));
        done += framesOf(part);
        if (duration > 0) onProgress(Math.min(1, secondsOf(done, format) / duration));
      }
    if (done === 0) throw new ToolkitError("OUTPUT_EMPTY", { file: job.input });
    await write(separator.flush());
    for (const result of results) await result.finish();
    return { ...separator.facts(), seconds: secondsOf(done, format) };
  } catch (error) {
    throw inputFault(error, job.input);
  } finally {
    for (const result of results) await result.discard();
    source.close();
  }
}

const secondsOf = (frames: number, { sampleRate }: Format): number => frames / sampleRate;

function* partsOf(block: Block): Generator<Block> {
  for (let at = 0; at < framesOf(block); at += MOST_FRAMES)
    yield finiteBlock(block.map((samples) => samples.subarray(at, at + MOST_FRAMES)));
}
