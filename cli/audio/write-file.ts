import { rename, rm } from "node:fs/promises";
import path from "node:path";
import type { MetadataTags } from "mediabunny";
import type { Block, Format, Processor } from "../../audio/effect.ts";
import { framesOf } from "../../audio/signal/blocks.ts";
import { createResampler } from "../../audio/signal/resample.ts";
import type { OutputFormat } from "./formats.ts";
import type { Encoder } from "./encode-samples.ts";
import { openEncoder } from "./open-encoder.ts";
import { faultOfOutput, makeFolder, partOf } from "./output-place.ts";

/** A result that is being written; it has its name only when it is whole. */
export interface AudioWriter {
  readonly write: (block: Block, format: Format) => Promise<void>;
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

export interface WriterOptions {
  readonly file: string;
  readonly output: OutputFormat;
  readonly tags: MetadataTags;
  /** Frames that may come at most; decides about the size of fields in a WAV file's header. */
  readonly frames: number;
}

/**
 * Writes beside the file and renames at the end. The format comes with the first block.
 * @throws {ToolkitError} where the disk is full, or the place cannot be written to
 */
export function createWriter(options: WriterOptions): AudioWriter {
  const part = partOf(options.file);
  let encoder: Encoder | null = null;
  let resampler: Processor | null = null;
  const add = async (block: Block | null): Promise<void> => {
    if (block && framesOf(block) > 0) await encoder?.add(block);
  };
  const write = async (block: Block, format: Format): Promise<void> => {
    if (!encoder) {
      const sampleRate = rateFor(options.output, format.sampleRate);
      if (sampleRate !== format.sampleRate)
        resampler = createResampler(format.sampleRate, sampleRate, format.channels);
      await makeFolder(path.dirname(part));
      encoder = await openEncoder({ ...options, file: part }, { ...format, sampleRate });
    }
    await add(resampler ? resampler.process(block) : block);
  };
  const finish = async (): Promise<void> => {
    if (resampler) await add(resampler.finish());
    await encoder?.finish();
    encoder = null;
    await rename(part, options.file);
  };
  const told = (error: unknown): never => {
    throw faultOfOutput(options.file, error) ?? error;
  };
  return {
    write: (block, format) => write(block, format).catch(told),
    finish: () => finish().catch(told),
    async discard() {
      await encoder?.abandon();
      // Where it could not be made, it cannot be removed.
      await rm(part, { force: true }).catch(() => {});
    },
  };
}

const MP3_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
/** The rates that are written, in Hz, where there are few. */
const RATES: Readonly<Partial<Record<OutputFormat, readonly number[]>>> = {
  mp3: MP3_RATES,
  m4a: [...MP3_RATES, 64_000, 88_200, 96_000],
  opus: [48_000],
};

/** The rate itself, or the lowest one of the format that loses nothing. */
function rateFor(output: OutputFormat, sampleRate: number): number {
  const rates = RATES[output];
  return rates ? (rates.find((rate) => rate >= sampleRate) ?? rates.at(-1)!) : sampleRate;
}
