import type { Block, Format } from "../effect.ts";
import type { AudioSource } from "../media/audio-source.ts";
import { MediaError } from "../media/problems/media-error.ts";
import { type Note, createSoundCheck } from "../media/problems/notes.ts";
import type { AudioWriter, WriterOptions } from "../media/writers/audio-writer.ts";
import type { BackendInfo } from "../nets/studio/choose-backend.ts";
import { sumBlocks, framesOf } from "../signal/blocks.ts";
import { finiteBlock } from "../signal/finite.ts";
import { createMeter } from "./measure/meter.ts";
import { MediaFault } from "./media-fault.ts";
import { createWriters } from "./create-writers.ts";
import type { OutputFormat } from "../media/writers/output-formats.ts";
import type { SeparationPreset } from "../separation/presets.ts";
import type { TimeRange } from "../parameters.ts";
import type { OnProgress, StopSignal, StoredModel, WriteResult } from "./task.ts";
import type { Levels } from "./measure/levels.ts";
import { partOfSource } from "../media/part-of-source.ts";

/** A requested stem: one source of a song, or a sum of several. */
export interface StemSpec {
  readonly stem: string;
  readonly parts: readonly string[];
}
/** Separates a song, and writes each stem to a separate file. */
export interface SeparateRequest<F> {
  readonly file: F;
  /** Preset of the built-in engine. */
  readonly preset: SeparationPreset;
  readonly stems: readonly StemSpec[];
  readonly output: OutputFormat;
  /** Range to process in seconds; all of the song if missing. */
  readonly part?: TimeRange;
  /** Whether this is a preview: a silent range is no error then. */
  readonly preview?: true;
  /** Whether a silent song is separated as well; otherwise it is a fault. */
  readonly allowSilence?: true;
  /** The model; the built-in engine if missing. */
  readonly net?: StoredModel;
}
export interface SeparationResult {
  readonly input: Format;
  /** Sample rate of the stems: models have their own. */
  readonly output: Format;
  /** Number of frames of the song, and of each stem. */
  readonly frames: readonly [input: number, output: number];
  readonly before: Levels;
  /** Measurements of the stems, in order. */
  readonly after: readonly Levels[];
  /** Whether both channels are equal, so that stereo positions cannot help. */
  readonly isMono: boolean;
  /** Backend of the model; null for the built-in engine. */
  readonly runsWith: BackendInfo | null;
  readonly notes: readonly Note[];
}

/** Separates a song block by block into sources that sum to the input. */
export interface OpenSeparation {
  /** Emits the sources in the order of the input blocks. */
  readonly sources: readonly string[];
  /** Format of its blocks. */
  readonly format: Format;
  readonly separate: (blocks: AsyncIterable<Block>) => AsyncIterable<readonly Block[]>;
  /** Current backend of a model; null for the built-in engine. */
  readonly runsWith: () => BackendInfo | null;
  close(): Promise<void>;
}

export type OpenEngine = (
  task: Pick<SeparateRequest<never>, "preset" | "net">,
  format: Format,
  /** @param share fraction of the model that has been read, 0 to 1 */
  onLoading: (share: number) => void,
) => Promise<OpenSeparation>;

export interface SeparationDeps<F> {
  readonly openSource: (file: F) => Promise<AudioSource>;
  readonly openWriter: (options: WriterOptions) => Promise<AudioWriter>;
  readonly openSeparation: OpenEngine;
  /** Writes a chunk of a stem. */
  readonly write: WriteResult;
  readonly onProgress: OnProgress;
  readonly signal?: StopSignal | undefined;
}

/** Fraction of the work that is left after the last sample. */
const WRITING = 0.01;
/**
 * Fraction of the progress that loading a model takes. Its duration is unknown, so no time left is
 * estimated from it.
 */
const LOADING = 0.05;
/** Side signal relative to the mid signal, below which channels differ by rounding alone. */
const ONE_SIDE = 1e-3;

/**
 * Separates a file and writes each stem block by block. A stem is one source, or a sum of several.
 * @throws {MediaError} if the file cannot be processed
 * @throws {MediaFault} if it is silent
 */
export async function runSeparation<F>(
  task: SeparateRequest<F>,
  deps: SeparationDeps<F>,
): Promise<SeparationResult> {
  const { onProgress } = deps;
  onProgress(null, "loading");
  const whole = await deps.openSource(task.file);
  const file = task.part ? partOfSource(whole, task.part) : whole;
  const { duration, tags } = file;
  const writers = createWriters(deps);
  let separation: OpenSeparation | null = null;
  try {
    separation = await deps.openSeparation(task, file.format, (share) =>
      onProgress(LOADING * share, "loading"),
    );
    const { sources, format } = separation;
    const expected = Math.max(1, Math.round(duration * format.sampleRate));
    const stems = await Promise.all(
      task.stems.map(async ({ parts }, at) => ({
        planes: parts.map((part) => sources.indexOf(part)).filter((index) => index >= 0),
        meter: createMeter(format),
        writer: await writers.open(at, { output: task.output, format, duration, tags }),
      })),
    );
    const loading = task.net ? LOADING : 0;
    const inputListener = createListener(file.format);
    let written = 0;
    for await (const found of separation.separate(inputListener.listen(file.blocks()))) {
      deps.signal?.throwIfAborted();
      for (const { planes, meter, writer } of stems) {
        const stem = sumBlocks(planes.map((index) => found[index]!));
        meter.push(stem);
        await writer.add(stem);
      }
      written += framesOf(found[0]!);
      const share = Math.min(1, written / expected);
      onProgress(loading + (1 - loading - WRITING) * share, "working");
    }
    if (inputListener.frames() === 0) throw new MediaError("noSamples");
    const mayBeSilent = task.preview || task.allowSilence;
    if (!mayBeSilent && inputListener.before.peak() === 0) throw new MediaFault("file.silent");
    onProgress(1 - WRITING, "writing");
    await writers.finish();
    return {
      input: file.format,
      output: format,
      frames: [inputListener.frames(), written],
      before: inputListener.before.levels(),
      after: stems.map(({ meter }) => meter.levels()),
      isMono: inputListener.isMono(),
      runsWith: separation.runsWith(),
      notes: task.part ? [] : inputListener.watch.notes({ ...file, duration }),
    };
  } finally {
    await writers.close();
    await separation?.close();
    file.close();
  }
}

/** Measures the original song. */
function createListener(format: Format) {
  const before = createMeter(format);
  const watch = createSoundCheck(format);
  let frames = 0;
  let apart = 0;
  let together = 0;
  return {
    before,
    watch,
    frames: () => frames,
    isMono: () => format.channels === 1 || apart <= ONE_SIDE ** 2 * together,
    async *listen(blocks: AsyncIterable<Block>): AsyncGenerator<Block, void, undefined> {
      for await (const block of blocks) {
        watch.push(block);
        const clean = finiteBlock(block);
        before.push(clean);
        frames += framesOf(clean);
        const [left, right] = clean as readonly [Float32Array, Float32Array?];
        if (right)
          for (let i = 0; i < left.length; i++) {
            apart += (left[i]! - right[i]!) ** 2;
            together += (left[i]! + right[i]!) ** 2;
          }
        yield clean;
      }
    },
  };
}
