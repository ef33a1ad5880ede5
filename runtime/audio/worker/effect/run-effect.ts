import type { Block, Effect, Format, Resources } from "#audio/effect.ts";
import type { Write } from "#audio/media/bytes/write-bytes.ts";
import type { AudioWriter, WriterOptions } from "#audio/media/writers/audio-writer.ts";
import { MediaError } from "#audio/media/problems/media-error.ts";
import {
  createOverloadCheck,
  createSoundCheck,
  loudnessNotes,
} from "#audio/media/problems/notes.ts";
import { isMixedDown, writingCost } from "#audio/media/writers/output-formats.ts";
import { writeProvenance } from "#audio/media/tags/provenance.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import { decibelsToFactor } from "#audio/signal/decibel.ts";
import { finiteBlock } from "#audio/signal/finite.ts";
import {
  ceilingOf,
  isNeutral,
  loudnessOf,
  prepareStep,
  syntheticOf,
  unchangedBy,
} from "#audio/pipeline/step.ts";
import { type PipelineResult, runSteps } from "#audio/pipeline/stream.ts";
import { processInSegments } from "../segments/process-in-segments.ts";
import { type Meter, createMeter } from "../measure/meter.ts";
import { MediaFault } from "../media-fault.ts";
import { createBufferPool } from "../segments/buffer-pool.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { partOfSource } from "#audio/media/part-of-source.ts";
import { createFrameWindow, findingsWithin, previewWindow } from "./preview-window.ts";
import type { OpenNet } from "../models/open-net.ts";
import type { Sound } from "../sounds.ts";
import type { StoredModel, Stage } from "../protocol.ts";
import type { RunRequest, RunResult } from "./run-request.ts";
import { segmentsOf, segmentFrames } from "../segments/segments.ts";

export interface RunDeps {
  readonly openSource: (sound: Sound) => Promise<AudioSource>;
  readonly openWriter: (options: WriterOptions) => Promise<AudioWriter>;
  readonly loadEffect: (id: string) => Promise<Effect>;
  readonly resources: Resources;
  /** Opens a model that is on the device. */
  readonly openNet: (net: StoredModel) => Promise<OpenNet>;
  readonly write: Write;
  readonly onProgress: (done: number | null, stage: Stage) => void;
}

/** Fraction of the work that is left after the last sample. */
const WRITING = 0.01;

/**
 * Takes a file through an effect and writes the result, block by block. Effects with an analyzer
 * read the file twice.
 * @throws {MediaError} if the file cannot be processed
 * @throws {MediaFault} if it is silent
 */
export async function runEffect(task: RunRequest, deps: RunDeps): Promise<RunResult> {
  const { onProgress } = deps;
  onProgress(null, "loading");
  const effect = task.effect === null ? null : await deps.loadEffect(task.effect);
  const { file, window } = await openPart(task, effect, deps);
  let net: OpenNet | null = null;
  try {
    const values = task.values as never;
    if (effect?.net && task.net) net = await deps.openNet(task.net);
    // Helpers prepare the effect themselves.
    const steps =
      effect && !task.helpers ? [await prepareStep(effect, values, deps.resources, net)] : [];
    const synthetic = effect && syntheticOf(effect, values);
    const tags = synthetic ? writeProvenance(file.tags, synthetic) : file.tags;
    const ceiling = task.ceiling ?? (effect && ceilingOf(effect, values));
    const frameWindow = frameWindowOf(window);
    const meter = createInputMeter(file.format, frameWindow(file.format.sampleRate));
    const duration = window?.length ?? file.duration;
    const result = createResult(
      task,
      { duration, tags, ceiling, before: meter.meter, frameWindow },
      deps,
    );
    const close = async (outcome: PipelineResult): Promise<RunResult> => {
      if (meter.frames() === 0) throw new MediaError("noSamples");
      // A marked range may be silent on purpose.
      if (meter.meter.peak() === 0 && !task.part) throw new MediaFault("file.silent");
      onProgress(1 - WRITING, "writing");
      const after = await result.finish(outcome.format);
      const found = outcome.findings[0] ?? null;
      const overload = task.preview ? null : result.overload(file.codec);
      const findings = found && window ? findingsWithin(found, window) : found;
      return {
        findings,
        unchanged: effect && unchangedBy(isNeutral(effect, values), findings),
        input: file.format,
        output: outcome.format,
        frames: [meter.frames(), result.frames()],
        ...(net && { runsWith: net.runsWith() }),
        before: meter.meter.levels(),
        after,
        notes: [
          ...meter.watch.notes(task.part ? undefined : file),
          ...(task.part ? [] : effect ? loudnessNotes(loudnessOf(effect, values), after.lufs) : []),
          ...(overload?.notes ?? []),
          ...(!task.part && isMixedDown(outcome.format.channels, task.output)
            ? (["mixedDown"] as const)
            : []),
        ],
        ...(overload?.clippedPeak !== undefined && { clippedPeak: overload.clippedPeak }),
      };
    };
    const { helpers = [] } = task;
    if (helpers.length > 0) {
      const blocks = listen(file.blocks(), meter.measure);
      const take = (output: Block) => result.add(output, file.format);
      await runInSegments(helpers, { file, effect, blocks, take }, deps);
      return await close({ format: file.format, frames: meter.frames(), findings: [] });
    }
    let stage: Stage = "working";
    let passes = 0;
    const source = {
      format: file.format,
      frames: Math.round(file.duration * file.format.sampleRate),
      open() {
        passes++;
        return passes === 1 ? listen(file.blocks(), meter.measure) : file.blocks();
      },
    };
    if (steps.some((step) => !step.neutral && step.analyze(file.format))) stage = "listening";
    const outcome = await runSteps(
      steps,
      source,
      async (block, format) => {
        stage = "working";
        await result.add(block, format);
      },
      {
        onProgress: (share) => onProgress(share * (1 - WRITING), stage),
        writing: writingCost(task.output),
      },
    );
    return await close(outcome);
  } finally {
    await net?.close();
    file.close();
  }
}

/** Opens the input: the file, or its marked or previewed range. */
async function openPart(
  { file: sound, part: marked, preview }: RunRequest,
  effect: Effect | null,
  { openSource }: RunDeps,
) {
  const whole = await openSource(sound);
  const window = effect && marked && preview ? previewWindow(effect, marked) : null;
  const part = window?.audible ?? marked;
  return { file: part ? partOfSource(whole, part) : whole, window };
}

/** Selects the frames that are measured and written: all, except in a preview. */
const frameWindowOf =
  (window: ReturnType<typeof previewWindow> | null) =>
  (sampleRate: number): ((block: Block) => Block | null) =>
    window ? createFrameWindow(window, sampleRate) : (block) => block;

/** Measures the input. */
function createInputMeter(format: Format, select: (block: Block) => Block | null) {
  const meter = createMeter(format);
  const watch = createSoundCheck(format);
  let frames = 0;
  return {
    meter,
    watch,
    /** Number of frames measured. */
    frames: () => frames,
    /** @returns the block, with finite numbers only */
    measure: (block: Block): Block => {
      watch.push(block);
      const clean = finiteBlock(block);
      const counted = select(clean);
      if (counted) meter.push(counted);
      frames += counted ? framesOf(counted) : 0;
      return clean;
    },
  };
}

/** Processes segments of a sound in helpers in parallel. */
async function runInSegments(
  helpers: readonly MessagePort[],
  {
    file: { format, duration },
    effect,
    blocks,
    take,
  }: {
    readonly file: AudioSource;
    readonly effect: Effect | null;
    readonly blocks: AsyncIterable<Block>;
    /** Receives the output of the helpers in order. */
    readonly take: (output: Block) => Promise<void>;
  },
  { resources, onProgress }: RunDeps,
): Promise<void> {
  const around = effect?.parallel ?? { before: 0, after: 0 };
  const pool = createBufferPool();
  const segments = segmentsOf(blocks, {
    count: segmentFrames(duration, helpers.length, format),
    before: Math.ceil(around.before * format.sampleRate),
    after: Math.ceil(around.after * format.sampleRate),
    pool,
  });
  const expected = Math.max(1, duration * format.sampleRate);
  await processInSegments(helpers, segments, {
    format,
    resources,
    pool,
    take,
    onProgress: (frames) => onProgress((1 - WRITING) * Math.min(1, frames / expected), "working"),
  });
}

/** Measures blocks as they pass. */
async function* listen(
  blocks: AsyncIterable<Block>,
  measure: (block: Block) => Block,
): AsyncGenerator<Block, void, undefined> {
  for await (const block of blocks) yield measure(block);
}

/** The output file; opened when its format is known. */
function createResult(
  task: RunRequest,
  file: Pick<AudioSource, "duration" | "tags"> & {
    readonly before: Meter;
    readonly ceiling: number | null;
    readonly frameWindow: (sampleRate: number) => (block: Block) => Block | null;
  },
  deps: RunDeps,
) {
  let frames = 0;
  const overload = createOverloadCheck(task.output);
  const factor = decibelsToFactor(-(task.lowerBy ?? 0));
  let open: {
    readonly writer: AudioWriter;
    readonly meter: Meter;
    readonly isWritten: (block: Block) => Block | null;
  } | null = null;
  const openFor = async (format: Format) =>
    (open ??= {
      meter: createMeter(format),
      isWritten: file.frameWindow(format.sampleRate),
      writer: await deps.openWriter({
        output: task.output,
        ...(task.bitrate !== undefined && { bitrate: task.bitrate }),
        ...(task.chapters !== undefined && { chapters: task.chapters }),
        format,
        duration: file.duration,
        tags: file.tags,
        ceiling: file.ceiling,
        ...(task.headroom !== undefined && { headroom: task.headroom }),
        write: deps.write,
      }),
    });
  return {
    async add(block: Block, format: Format): Promise<void> {
      const { writer, meter, isWritten } = await openFor(format);
      const writtenBlock = isWritten(block);
      if (!writtenBlock) return;
      const written =
        factor === 1
          ? writtenBlock
          : writtenBlock.map((plane) => plane.map((value) => value * factor));
      frames += framesOf(written);
      meter.push(written);
      overload.push(written);
      await writer.add(written);
    },
    frames: () => frames,
    overload: (codec: string | null) => overload.found(codec),
    async finish(format: Format) {
      const { writer, meter } = await openFor(format);
      const truePeak = await writer.finish();
      const levels = meter.levels(file.before);
      return truePeak === null ? levels : { ...levels, truePeak };
    },
  };
}
