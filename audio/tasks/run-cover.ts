import type { Block, Format } from "../effect.ts";
import { type CoverSound, analyzeSong, makeCover } from "../cover/make-cover.ts";
import type { AudioSource } from "../media/audio-source.ts";
import { MediaError } from "../media/problems/media-error.ts";
import { type Note, createSoundCheck } from "../media/problems/notes.ts";
import { writeProvenance } from "../media/tags/provenance.ts";
import type { AudioWriter, WriterOptions } from "../media/writers/audio-writer.ts";
import { convertBlocks } from "../nets/studio/convert-blocks.ts";
import { framesOf } from "../signal/blocks.ts";
import { finiteBlock } from "../signal/finite.ts";
import { createMeter } from "./measure/meter.ts";
import { MediaFault } from "./media-fault.ts";
import { createWriters } from "./create-writers.ts";
import { partOfSource } from "../media/part-of-source.ts";
import type { CoverTake, CoverValues } from "../cover/cover-values.ts";
import type { OutputFormat } from "../media/writers/output-formats.ts";
import type { TimeRange } from "../parameters.ts";
import type { OnProgress, StopSignal, WriteResult } from "./task.ts";
import type { Levels } from "./measure/levels.ts";

/** Gives a song another voice. Each requested output is written to a file of its own. */
export interface CoverRequest<F> {
  readonly file: F;
  /** Range of the file to process, in seconds; all of it if missing. */
  readonly part?: TimeRange;
  /** Whether this is a preview: a range without singing is no error then. */
  readonly preview?: true;
  /** The separated vocals of the file, or of its range. */
  readonly vocals: F;
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

export interface CoverDeps<F> {
  readonly openSource: (file: F) => Promise<AudioSource>;
  readonly openWriter: (options: WriterOptions) => Promise<AudioWriter>;
  /** Writes a chunk of an output. */
  readonly write: WriteResult;
  readonly onProgress: OnProgress;
  readonly signal?: StopSignal | undefined;
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
export async function runCover<F>(task: CoverRequest<F>, deps: CoverDeps<F>): Promise<CoverResult> {
  const { onProgress } = deps;
  onProgress(null, "loading");
  const [whole, split] = await Promise.all([
    deps.openSource(task.file),
    deps.openSource(task.vocals),
  ]);
  const writers = createWriters(deps);
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
        deps.signal?.throwIfAborted();
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
        writer: await writers.open(at, {
          output: task.output,
          format,
          duration,
          tags: take === "backing" ? tags : writeProvenance(tags, "changed"),
        }),
      })),
    );
    let written = 0;
    for await (const made of makeCover(song, vocals, analysis, task.values)) {
      deps.signal?.throwIfAborted();
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
    await writers.finish();
    return {
      input: file.format,
      output: format,
      frames: [frames, written],
      before: before.levels(),
      after: results.map(({ meter }) => meter.levels()),
      notes: task.part ? [] : watch.notes({ ...file, duration }),
    };
  } finally {
    await writers.close();
    whole.close();
    split.close();
  }
}
