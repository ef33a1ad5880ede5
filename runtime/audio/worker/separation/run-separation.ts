import type { Block, Format } from "#audio/effect.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { MediaError } from "#audio/media/problems/media-error.ts";
import { type Note, createSoundCheck } from "#audio/media/problems/notes.ts";
import type { AudioWriter, WriterOptions } from "#audio/media/writers/audio-writer.ts";
import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import { sumBlocks, framesOf } from "#audio/signal/blocks.ts";
import { finiteBlock } from "#audio/signal/finite.ts";
import { createMeter } from "../measure/meter.ts";
import { MediaFault } from "../media-fault.ts";
import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import type { SeparationPreset } from "#audio/separation/presets.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { Stage, StoredModel } from "../protocol.ts";
import type { Levels } from "../results.ts";
import { partOfSource } from "#audio/media/part-of-source.ts";

/** A stem that is wanted: one of the sources of a song, or several together. */
export interface StemSpec {
  readonly stem: string;
  readonly parts: readonly string[];
}
/** Takes a song apart, and writes each stem to a result of its own. */
export interface SeparateRequest {
  readonly file: Blob;
  /** What the built-in engine takes it for. */
  readonly preset: SeparationPreset;
  readonly stems: readonly StemSpec[];
  readonly output: OutputFormat;
  /** Seconds that are worked on; all where it is missing. */
  readonly part?: TimeRange;
  /** It is only tried: a part that is silent is no fault. */
  readonly preview?: true;
  /** The net that does it; the built-in engine where it is missing. */
  readonly net?: StoredModel;
}
export interface SeparationResult {
  readonly input: Format;
  /** Of the stems: a net has a rate of its own. */
  readonly output: Format;
  /** Frames of the song, and of each stem. */
  readonly frames: readonly [input: number, output: number];
  readonly before: Levels;
  /** Of the stems, in their order. */
  readonly after: readonly Levels[];
  /** Whether both sides are the same: nothing can be told by its place. */
  readonly isMono: boolean;
  /** What the net ran with; null where the built-in engine did it. */
  readonly runsWith: BackendInfo | null;
  readonly notes: readonly Note[];
}

/** Takes a song apart: blocks go in, and blocks of each source come out, which add up to what went in. */
export interface OpenSeparation {
  /** What it finds, in the order of its blocks. */
  readonly sources: readonly string[];
  /** Of its blocks. */
  readonly format: Format;
  readonly separate: (blocks: AsyncIterable<Block>) => AsyncIterable<readonly Block[]>;
  /** What a net runs with by now; null of the built-in engine. */
  readonly runsWith: () => BackendInfo | null;
  close(): Promise<void>;
}

export interface SeparationDeps {
  readonly openSource: (file: Blob) => Promise<AudioSource>;
  readonly openWriter: (options: WriterOptions) => Promise<AudioWriter>;
  readonly openSeparation: (
    task: SeparateRequest,
    format: Format,
    /** @param share of a net that has been read, 0 to 1 */
    onLoading: (share: number) => void,
  ) => Promise<OpenSeparation>;
  /** @param result which of the stems */
  readonly write: (
    result: number,
    position: number,
    data: Uint8Array<ArrayBuffer>,
  ) => Promise<void>;
  readonly onProgress: (done: number | null, stage: Stage) => void;
}

/** Share of the work that is left when the last sample has been worked on. */
const WRITING = 0.01;
/** Share of the progress that loading a net takes. Nobody knows how long it takes, so no time is told of it. */
const LOADING = 0.05;
/** Difference of both sides, as a share of their sum, below which there is a middle and nothing else. */
const ONE_SIDE = 1e-4;

/**
 * Takes a file apart and writes each stem, block by block. A stem is one source, or several together.
 * @throws {MediaError} where the file cannot be worked on
 * @throws {MediaFault} where it is silent
 */
export async function runSeparation(
  task: SeparateRequest,
  deps: SeparationDeps,
): Promise<SeparationResult> {
  const { onProgress } = deps;
  onProgress(null, "loading");
  const whole = await deps.openSource(task.file);
  const file = task.part ? partOfSource(whole, task.part) : whole;
  const { duration, tags } = file;
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
        writer: await deps.openWriter({
          output: task.output,
          format,
          duration,
          tags,
          write: (position, data) => deps.write(at, position, data),
        }),
      })),
    );
    const loading = task.net ? LOADING : 0;
    const inputListener = createListener(file.format);
    let written = 0;
    for await (const found of separation.separate(inputListener.listen(file.blocks()))) {
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
    if (!task.preview && inputListener.before.peak() === 0) throw new MediaFault("file.silent");
    onProgress(1 - WRITING, "writing");
    for (const { writer } of stems) await writer.finish();
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
    await separation?.close();
    file.close();
  }
}

/** Hears the song as it is in the file. */
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
