import type { Engine, Reading } from "../../audio/engine-types.ts";
import { type ComparePlayer, createComparePlayer } from "../player/compare-player.ts";
import type { OutputDeps } from "../player/sound-output.ts";
import { type FoundRange, createTimeMap } from "../../audio/player/time-map.ts";
import type { RunResult } from "../../audio/worker/results.ts";
import type { StoredModel, Values } from "../../audio/worker/protocol.ts";
import { createMemorySink } from "../../workspace/contract/memory-sink.ts";

/** Seconds of a file; the end may be behind that of the file. */
export interface PreviewPart {
  readonly start: number;
  readonly end: number;
}

/** An effect that is tried. */
export interface EffectTried {
  /** Id of the effect. */
  readonly effect: string;
  readonly values: Values;
  /** The net that it works with; the built-in engine where it is missing. */
  readonly net?: StoredModel;
}

/** What became of a range of a file. */
export interface MadePart extends Omit<RunResult, "findings" | "notes"> {
  readonly bytes: Blob;
  /** What was found in it; missing: nothing was looked for. */
  readonly ranges?: readonly FoundRange[];
}

/** Makes a range of a file what it will be, in memory: no job, no credits, nothing to save. */
export type MakePart<Tried> = (
  file: File,
  tried: Tried & PreviewPart,
  options: { readonly engine: Engine; readonly signal: AbortSignal },
) => Promise<MadePart>;

/** A range of a file as it is, and as it will be. */
export interface OpenPreview extends Pick<RunResult, "before" | "after" | "unchanged"> {
  /** Its time counts from the start of the range. */
  readonly player: ComparePlayer;
  /** Seconds of the file. */
  readonly start: number;
  readonly end: number;
}

/** Takes a range through an effect. */
export const makeEffectPart: MakePart<EffectTried> = async (
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

/** Opens a range of a file, as it is and as it will be, for listening. */
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
    readonly make: MakePart<Tried>;
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
    reading: partOfReading(reading, Math.round(start * input.sampleRate), frames[0]),
    inStep: frames[0] === frames[1] && input.sampleRate === made.output.sampleRate,
    map: createTimeMap(length, frames[1] / made.output.sampleRate, ranges),
    duration: length,
  });
  return { player, before, after, unchanged, start, end: start + length };
}

/** A reading whose first file is a range of what it was. All in frames. */
export const partOfReading = (reading: Reading, first: number, frames: number): Reading => ({
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
