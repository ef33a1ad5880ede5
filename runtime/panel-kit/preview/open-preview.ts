import type { Engine, Reading } from "../../audio/engine-types.ts";
import { type ComparePlayer, createComparePlayer } from "../player/compare-player.ts";
import type { OutputDeps } from "../player/sound-output.ts";
import { type FoundRange, createTimeMap } from "../../audio/player/time-map.ts";
import type { RunResult } from "../../audio/worker/effect/run-request.ts";
import type { StoredModel, Values } from "#audio/tasks/task.ts";
import { createMemorySink } from "../../contract/sinks/memory-sink.ts";

/** A range of a file in seconds; the end may exceed the file. */
export interface PreviewPart {
  readonly start: number;
  readonly end: number;
}

/** An effect to preview. */
export interface EffectPreview {
  /** Id of the effect. */
  readonly effect: string;
  readonly values: Values;
  /** The model that it uses; missing for the built-in engine. */
  readonly net?: StoredModel;
}

/** The rendered range. */
export interface RenderedRange extends Omit<RunResult, "findings" | "notes"> {
  readonly bytes: Blob;
  /** Detected ranges; missing if the effect detects none. */
  readonly ranges?: readonly FoundRange[];
}

/** Renders a range of a file in memory, without a job, credits or a file. */
export type RenderRange<Tried> = (
  file: File,
  tried: Tried & PreviewPart,
  options: { readonly engine: Engine; readonly signal: AbortSignal },
) => Promise<RenderedRange>;

/** A range of a file, before and after. */
export interface OpenPreview extends Pick<RunResult, "before" | "after" | "unchanged"> {
  /** Its time starts at 0 at the start of the range. */
  readonly player: ComparePlayer;
  /** Seconds in the file. */
  readonly start: number;
  readonly end: number;
}

/** Renders a range through an effect. */
export const renderEffectRange: RenderRange<EffectPreview> = async (
  file,
  { effect, values, net, start, end },
  { engine, signal },
) => {
  const { sink, toBlob } = createMemorySink();
  const part = [start, end] as const;
  const { findings, ...made } = await engine.run(
    { effect, file, values, output: "wav32f", part, preview: true, ...(net && { net }) },
    { signal, sink },
  );
  return { ...made, bytes: toBlob(), ...(findings?.ranges && { ranges: findings.ranges }) };
};

/** Opens a range of a file for comparison. */
export async function openPreview<Tried>(
  file: File,
  tried: Tried & PreviewPart,
  {
    engine,
    signal,
    output,
    make,
  }: {
    readonly engine: Engine;
    readonly signal: AbortSignal;
    readonly output: OutputDeps;
    readonly make: RenderRange<Tried>;
  },
): Promise<OpenPreview> {
  const { start } = tried;
  const made = await make(file, tried, { engine, signal });
  const { before, after, unchanged, frames, input, ranges = [] } = made;
  const reading = await engine.open([file, made.bytes]);
  if (signal.aborted) {
    reading.close();
    throw signal.reason;
  }
  const length = frames[0] / input.sampleRate;
  const player = createComparePlayer({
    ...output,
    reading: rangeOfReading(reading, Math.round(start * input.sampleRate), frames[0]),
    inStep: frames[0] === frames[1] && input.sampleRate === made.output.sampleRate,
    map: createTimeMap(length, frames[1] / made.output.sampleRate, ranges),
    duration: length,
  });
  return { player, before, after, unchanged, start, end: start + length };
}

/** A reading whose first file is a range of another one. All in frames. */
export const rangeOfReading = (reading: Reading, first: number, frames: number): Reading => ({
  ...reading,
  read: (request) =>
    request.file === 0
      ? reading.read({
          ...request,
          from: first + request.from,
          count: Math.max(0, Math.min(request.count, frames - request.from)),
        })
      : reading.read(request),
});
