import type { Block, Effect, Format } from "../effect.ts";
import type { Write } from "../media/bytes/write-bytes.ts";
import type { AudioWriter, WriterOptions } from "../media/writers/audio-writer.ts";
import { MediaError } from "../media/problems/media-error.ts";
import { createOverloadCheck, createSoundCheck, loudnessNotes } from "../media/problems/notes.ts";
import { isMixedDown, writingCost } from "../media/writers/output-formats.ts";
import { writeProvenance } from "../media/tags/provenance.ts";
import { framesOf } from "../signal/blocks.ts";
import { decibelsToFactor } from "../signal/decibel.ts";
import { finiteBlock } from "../signal/finite.ts";
import {
  ceilingOf,
  isNeutral,
  loudnessOf,
  type Step,
  syntheticOf,
  unchangedBy,
} from "../pipeline/step.ts";
import { type PipelineResult, runSteps } from "../pipeline/stream.ts";
import { type Meter, createLevelMeter, createMeter, NO_METER } from "./measure/meter.ts";
import { MediaFault } from "./media-fault.ts";
import type { AudioSource } from "../media/audio-source.ts";
import { partOfSource } from "../media/part-of-source.ts";
import { createFrameWindow, findingsWithin, previewWindow } from "./preview-window.ts";
import type { Sound } from "./sounds/sounds.ts";
import type { OnProgress, OpenNet, Stage, StopSignal, StoredModel, Values } from "./task.ts";
import type { RunRequest, RunResult } from "./run-request.ts";

export interface RunDeps<F> {
  readonly openSource: (sound: Sound<F>) => Promise<AudioSource>;
  readonly openWriter: (options: WriterOptions) => Promise<AudioWriter>;
  readonly loadEffect: (id: string) => Promise<Effect>;
  /** Loads the resources of an effect; see `prepareStep`. */
  readonly prepareStep: (effect: Effect, values: Values, net: OpenNet | null) => Promise<Step>;
  readonly openNet: (net: StoredModel) => Promise<OpenNet>;
  /** Processes segments in parallel, in place of a step; missing: sequentially. */
  readonly processInParallel?: ((sound: ParallelSound) => Promise<void>) | undefined;
  readonly write: Write;
  readonly onProgress: OnProgress;
  readonly signal?: StopSignal | undefined;
}

/** A sound that an effect processes in segments. */
export interface ParallelSound {
  readonly format: Format;
  /** In seconds; 0 if unknown. */
  readonly duration: number;
  readonly effect: Effect | null;
  readonly blocks: AsyncIterable<Block>;
  /** Receives the output in order; a block is only valid during the call. */
  readonly take: (output: Block) => Promise<void>;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Fraction of the work that is left after the last sample. */
const WRITING = 0.01;

/**
 * Takes a file through an effect and writes the result, block by block. Effects with an analyzer
 * read the file twice.
 * @throws {MediaError} if the file cannot be processed
 * @throws {MediaFault} if it is silent
 */
export async function runEffect<F>(task: RunRequest<F>, deps: RunDeps<F>): Promise<RunResult> {
  const { onProgress, processInParallel, signal } = deps;
  onProgress(null, "loading");
  const effect = task.effect === null ? null : await deps.loadEffect(task.effect);
  const { file, window } = await openPart(task, effect, deps);
  let net: OpenNet | null = null;
  let result: Result | null = null;
  try {
    const values = task.values as never;
    if (effect?.net && task.net) net = await deps.openNet(task.net);
    // Parallel workers prepare the effect themselves.
    const steps =
      effect && !processInParallel ? [await deps.prepareStep(effect, task.values, net)] : [];
    const synthetic = effect && syntheticOf(effect, values);
    const tags = synthetic ? writeProvenance(file.tags, synthetic) : file.tags;
    const ceiling = task.ceiling ?? (effect && ceilingOf(effect, values));
    const frameWindow = frameWindowOf(window);
    const meter = createInputMeter(
      task.measured ? NO_METER : createMeter(file.format),
      createSoundCheck(file.format),
      frameWindow(file.format.sampleRate),
    );
    const duration = window?.length ?? file.duration;
    const written = (result = createResult(
      task,
      { duration, tags, ceiling, before: meter.meter, frameWindow },
      deps,
    ));
    const close = async (outcome: PipelineResult): Promise<RunResult> => {
      if (meter.frames() === 0) throw new MediaError("noSamples");
      // A marked range may be silent on purpose.
      if (meter.meter.peak() === 0 && !task.part && !task.allowSilence)
        throw new MediaFault("file.silent");
      onProgress(1 - WRITING, "writing");
      const after = await written.finish(outcome.format);
      const found = outcome.findings[0] ?? null;
      const overload = task.preview ? null : written.overload(file.codec);
      const findings = found && window ? findingsWithin(found, window) : found;
      return {
        findings,
        unchanged: effect && unchangedBy(isNeutral(effect, values), findings),
        input: file.format,
        output: outcome.format,
        frames: [meter.frames(), written.frames()],
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
    if (processInParallel) {
      await processInParallel({
        format: file.format,
        duration: file.duration,
        effect,
        blocks: listen(file.blocks(), meter.measure),
        take: (output) => written.add(output, file.format),
        onProgress: (share) => onProgress(share * (1 - WRITING), "working"),
      });
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
        await written.add(block, format);
      },
      {
        onProgress: (share) => onProgress(share * (1 - WRITING), stage),
        writing: writingCost(task.output),
        ...(signal && { signal }),
      },
    );
    return await close(outcome);
  } finally {
    await (result as Result | null)?.abandon();
    await net?.close();
    file.close();
  }
}

/** Opens the input: the file, or its marked or previewed range. */
async function openPart<F>(
  { file: sound, part: marked, preview }: RunRequest<F>,
  effect: Effect | null,
  { openSource }: RunDeps<F>,
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
function createInputMeter(
  meter: Meter,
  watch: ReturnType<typeof createSoundCheck>,
  select: (block: Block) => Block | null,
) {
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

/** Measures blocks as they pass. */
async function* listen(
  blocks: AsyncIterable<Block>,
  measure: (block: Block) => Block,
): AsyncGenerator<Block, void, undefined> {
  for await (const block of blocks) yield measure(block);
}

function createResultMeter(measured: RunRequest<unknown>["measured"], format: Format): Meter {
  if (measured === undefined) return createMeter(format);
  if (measured === "nothing") return NO_METER;
  return createLevelMeter(format, { peaks: measured === "levels" });
}

type Result = ReturnType<typeof createResult>;

/** The output file; opened when its format is known. */
function createResult(
  task: RunRequest<unknown>,
  file: Pick<AudioSource, "duration" | "tags"> & {
    readonly before: Meter;
    readonly ceiling: number | null;
    readonly frameWindow: (sampleRate: number) => (block: Block) => Block | null;
  },
  deps: Pick<RunDeps<never>, "openWriter" | "write">,
) {
  let frames = 0;
  let isFinished = false;
  const overload = createOverloadCheck(task.output);
  const factor = decibelsToFactor(-(task.lowerBy ?? 0));
  let open: {
    readonly writer: AudioWriter;
    readonly meter: Meter;
    readonly isWritten: (block: Block) => Block | null;
  } | null = null;
  const openFor = async (format: Format) =>
    (open ??= {
      meter: createResultMeter(task.measured, format),
      isWritten: file.frameWindow(format.sampleRate),
      writer: await deps.openWriter({
        output: task.output,
        ...(task.bitrate !== undefined && { bitrate: task.bitrate }),
        ...(task.chapters !== undefined && { chapters: task.chapters }),
        format,
        duration: file.duration,
        tags: file.tags,
        ceiling: file.ceiling,
        ...(task.levels !== undefined && { levels: task.levels }),
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
      isFinished = true;
      const levels = meter.levels(file.before);
      return truePeak === null ? levels : { ...levels, truePeak };
    },
    /** Aborts a result that is not finished. */
    async abandon(): Promise<void> {
      if (!isFinished) await open?.writer.abandon();
    },
  };
}
