import type { Block, Format, Resources } from "#audio/effect.ts";
import type { SeparationPreset } from "#audio/separation/presets.ts";
import { createSeparator, loadNets, type SeparationFacts } from "#audio/separation/separator.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { finiteBlock } from "#audio/signal/finite.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { type FormatName, resolveFormat } from "../formats.ts";
import { inputFault } from "../media-problem.ts";
import { openAudioFile } from "../open-file.ts";
import type { ProcessOptions } from "../process-file.ts";
import { createResult } from "../write-file.ts";

/** A song, and the output files of its stems in the order of the preset. */
export interface SeparationJob {
  readonly input: string;
  readonly preset: SeparationPreset;
  readonly format: FormatName;
  readonly outputs: readonly { readonly stem: string; readonly file: string }[];
}

/** Block size in frames: small enough to react to an abort quickly. */
const MAX_FRAMES = 16_384;

/** The source song and the writer of its stems. */
export interface StemWriting {
  readonly source: AudioSource;
  /** Writes a block of each stem, in the order of the outputs. */
  readonly write: (stems: readonly Block[], format: Format) => Promise<void>;
}

/**
 * Writes all stems of a file, or none.
 * @param take separates the file
 * @throws {ToolkitError} if the file cannot be read, or a stem cannot be written
 */
export async function writeStems<T>(
  job: Pick<SeparationJob, "input" | "format" | "outputs">,
  take: (writing: StemWriting) => Promise<T>,
): Promise<T> {
  const source = await openAudioFile(job.input);
  const { duration, tags, codec } = source;
  const results = job.outputs.map(({ file }) => {
    const output = resolveFormat(job.format, codec);
    return createResult({ file, output, tags, duration });
  });
  try {
    const write = async (stems: readonly Block[], format: Format): Promise<void> => {
      for (const [i, stem] of stems.entries()) await results[i]!.write(stem, format);
    };
    const taken = await take({ source, write });
    for (const result of results) await result.finish();
    return taken;
  } catch (error) {
    throw inputFault(error, job.input);
  } finally {
    for (const result of results) await result.discard();
    source.close();
  }
}

/**
 * Separates a file with the built-in engine.
 * @throws {ToolkitError} errors of `writeStems`
 */
export const separateFile = (
  job: SeparationJob,
  { signal, onProgress, resources }: ProcessOptions & { readonly resources: Resources },
): Promise<SeparationFacts & { readonly seconds: number }> =>
  writeStems(job, async ({ source, write }) => {
    const { format, duration } = source;
    const separator = createSeparator(
      { preset: job.preset },
      format,
      await loadNets(job.preset, resources),
    );
    let done = 0;
    for await (const block of source.blocks())
      for (const part of partsOf(block)) {
        signal.throwIfAborted();
        const stems = separator.push(part);
        if (stems) await write(stems, format);
        done += framesOf(part);
        if (duration > 0) onProgress(Math.min(1, secondsOf(done, format) / duration));
      }
    if (done === 0) throw new ToolkitError("OUTPUT_EMPTY", { file: job.input });
    const rest = separator.flush();
    if (rest) await write(rest, format);
    return { ...separator.facts(), seconds: secondsOf(done, format) };
  });

const secondsOf = (frames: number, { sampleRate }: Format): number => frames / sampleRate;

function* partsOf(block: Block): Generator<Block> {
  for (let at = 0; at < framesOf(block); at += MAX_FRAMES)
    yield finiteBlock(block.map((samples) => samples.subarray(at, at + MAX_FRAMES)));
}
