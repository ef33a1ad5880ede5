import type { Block, Format } from "#audio/effect.ts";
import { type CoverSound, analyzeSong, makeCover } from "#audio/cover/make-cover.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { MediaError } from "#audio/media/problems/media-error.ts";
import { type Note, createSoundCheck } from "#audio/media/problems/notes.ts";
import { writeProvenance } from "#audio/media/tags/provenance.ts";
import type { AudioWriter, WriterOptions } from "#audio/media/writers/audio-writer.ts";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import { finiteBlock } from "#audio/signal/finite.ts";
import { createMeter } from "../measure/meter.ts";
import { MediaFault } from "../media-fault.ts";
import { partOfSource } from "#audio/media/part-of-source.ts";
import type { CoverTake, CoverValues } from "#audio/cover/cover-values.ts";
import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { Stage } from "../protocol.ts";
import type { Levels } from "../results.ts";

/** Gives a song another voice. Each requested output is written to a file of its own. */
export interface CoverRequest {
  readonly file: Blob;
  /** Range of the file to process, in seconds; all of it if missing. */
  readonly part?: TimeRange;
  /** Whether this is a preview: a range without singing is no error then. */
  readonly preview?: true;
  /** The separated vocals of the file, or of its range. */
  readonly vocals: Blob;
  /** Whether the vocals contain much of the accompaniment, as those of the built-in engine do. */
  readonly isLeaky: boolean;
  readonly values: CoverValues;
  readonly takes: readonly CoverTake[];
  readonly output: OutputFormat;
}
export interface CoverResult {
  readonly input: Format;
  readonly output: Format;
  /** Frames of the song, and of each output. */
  readonly frames: readonly [input: number, output: number];
  readonly before: Levels;
  /** Of the outputs, in order. */
  readonly after: readonly Levels[];
  readonly notes: readonly Note[];
}

export interface CoverDeps {
  readonly openSource: (file: Blob) => Promise<AudioSource>;
  readonly openWriter: (options: WriterOptions) => Promise<AudioWriter>;
  /** @param result index of the output */
  readonly write: (
    result: number,
    position: number,
    data: Uint8Array<ArrayBuffer>,
  ) => Promise<void>;
  readonly onProgress: (done: number | null, stage: Stage) => void;
}

/** Fractions of the work: analyzing the song, and what is left after the last sample. */
const ANALYSIS_SHARE = 0.1;
const WRITING = 0.01;

/** A format that models accept. */
type Fitting = Parameters<typeof convertBlocks>[2];

async function* finite(blocks: AsyncIterable<Block>): AsyncGenerator<Block, void, undefined> {
  for await (const block of blocks) yield finiteBlock(block);
}

/** A sound in the song's format. */
const fitted = (source: AudioSource, format: Fitting): CoverSound => ({
  format,
  duration: source.duration,
  blocks: () => convertBlocks(finite(source.blocks()), source.format, format),
});

/**
 * Gives a song another voice and writes the requested outputs, block by block. Sample rate and
 * length stay; more than two channels are mixed down to two.
 * @throws {MediaError} if a file cannot be processed
 * @throws {MediaFault} `file.noVoice` if there is no singing
 */
export async function runCover(task: CoverRequest, deps: CoverDeps): Promise<CoverResult> {
  const { onProgress } = deps;
  onProgress(null, "loading");
  const [whole, split] = await Promise.all([
    deps.openSource(task.file),
    deps.openSource(task.vocals),
  ]);
  try {
    const file = task.part ? partOfSource(whole, task.part) : whole;
    const { duration, tags } = file;
    const { sampleRate } = file.format;
    const format: Fitting = { sampleRate, channels: file.format.channels === 1 ? 1 : 2 };
    const before = createMeter(format);
    const watch = createSoundCheck(format);
    const song = fitted(file, format);
    const vocals = fitted(split, format);
    const expected = Math.max(1, Math.round(duration * sampleRate));
    let frames = 0;
    const analysis = await analyzeSong(song, vocals, {
      isLeaky: task.isLeaky,
      onBlock(block) {
        watch.push(block);
        before.push(block);
        frames += framesOf(block);
        onProgress(ANALYSIS_SHARE * Math.min(1, frames / expected), "listening");
      },
    });
    if (frames === 0) throw new MediaError("noSamples");
    if (analysis.ranges.length === 0 && !task.preview) throw new MediaFault("file.noVoice");
    const results = await Promise.all(
      task.takes.map(async (take, at) => ({
        take,
        meter: createMeter(format),
        writer: await deps.openWriter({
          output: task.output,
          format,
          duration,
          tags: take === "backing" ? tags : writeProvenance(tags, "changed"),
          write: (position, data) => deps.write(at, position, data),
        }),
      })),
    );
    let written = 0;
    for await (const made of makeCover(song, vocals, analysis, task.values)) {
      for (const { take, meter, writer } of results) {
        const block = made[take];
        if (!block || framesOf(block) === 0) continue;
        meter.push(block);
        await writer.add(block);
      }
      written += made.backing ? framesOf(made.backing) : 0;
      const share = Math.min(1, written / expected);
      onProgress(ANALYSIS_SHARE + (1 - ANALYSIS_SHARE - WRITING) * share, "working");
    }
    onProgress(1 - WRITING, "writing");
    for (const { writer } of results) await writer.finish();
    return {
      input: file.format,
      output: format,
      frames: [frames, written],
      before: before.levels(),
      after: results.map(({ meter }) => meter.levels()),
      notes: task.part ? [] : watch.notes({ ...file, duration }),
    };
  } finally {
    whole.close();
    split.close();
  }
}
