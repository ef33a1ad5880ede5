import type { Block } from "../effect.ts";
import { createBlock } from "../signal/blocks.ts";
import { type PlaybackRange, runsOf } from "./playback-range.ts";
import type { Stretcher } from "./stretcher.ts";

/** A request for a block. All lengths and positions in frames of the sound. */
export interface StreamRequest {
  /** Position to start at; null to continue. */
  readonly start: number | null;
  readonly passage: PlaybackRange;
  /** Number of frames; fewer at the end. */
  readonly count: number;
  /** Frames of the sound per output frame, 0.5 to 2. */
  readonly tempo: number;
  /** −12 to 12 */
  readonly semitones: number;
}

/** A block of output. */
export interface StreamBlock {
  /** All channels of all stems, stem by stem. */
  readonly planes: Float32Array<ArrayBuffer>[];
  /** Number of played frames of the sound before and after the block. */
  readonly from: number;
  readonly to: number;
}

export interface StreamDeps {
  /** Total number of channels of all stems. */
  readonly channels: number;
  /** Reads all channels of a range; the block is shorter at the end of the sound. */
  readonly read: (from: number, count: number) => Promise<Block>;
  readonly createStretcher: () => Promise<Stretcher>;
}

/** Frames per processing step, about 1/50 s. */
const STEP = 1024;

/** A tempo from an output frame on. */
interface Pace {
  readonly from: number;
  readonly tempo: number;
}

/**
 * Plays stems as one multichannel sound, so that loops, jumps, tempo and pitch changes apply to all
 * of them at the same frame. Unprocessed playback is bit-identical.
 */
export function createStemStream({ channels, read, createStretcher }: StreamDeps) {
  let stretcher: Stretcher | null = null;
  let start = 0;
  let passage: PlaybackRange = { first: 0, last: 0, loop: false };
  /** Frames of the sound that were read, in playback order. */
  let fed = 0;
  /** Unrounded start of the next input. */
  let due = 0;
  /** Output frames so far, and the frames of the sound played by then. */
  let given = 0;
  let played = 0;
  /** Tempi of processed but not yet played output. */
  let paces: Pace[] = [];
  let isStretched = false;

  /** Reads the frames between two playback positions. */
  async function input(from: number, to: number): Promise<Block> {
    const out = createBlock(channels, Math.max(0, to - from));
    let at = 0;
    for (const run of runsOf(passage, start, from, to)) {
      const silent = Math.min(run.count, Math.max(0, -run.from));
      const end = passage.loop
        ? run.from + run.count
        : Math.min(run.from + run.count, passage.last);
      const neededFrames = end - run.from - silent;
      const found = neededFrames > 0 ? await read(run.from + silent, neededFrames) : [];
      for (const [channel, samples] of found.entries()) out[channel]!.set(samples, at + silent);
      at += run.count;
    }
    return out;
  }
  const lengthLeft = (): number => (passage.loop ? Infinity : passage.last - start - played);

  async function begin(request: StreamRequest, position: number): Promise<void> {
    start = position;
    ({ passage } = request);
    fed = due = given = played = 0;
    isStretched = request.tempo !== 1 || request.semitones !== 0;
    if (!isStretched) return;
    stretcher ??= await createStretcher();
    const { inputLatency, outputLatency } = stretcher;
    stretcher.setPitch(request.semitones);
    stretcher.seek(await input(-outputLatency, inputLatency), request.tempo);
    fed = due = inputLatency;
    // Compensates the output latency.
    given = -outputLatency;
    paces = [{ from: given, tempo: request.tempo }];
    while (given < 0) await step(stretcher, Math.min(STEP, -given), request.tempo);
    played = 0;
    paces = [{ from: 0, tempo: request.tempo }];
  }
  /** Number of frames of the sound within the given output frames. */
  function advance(frames: number): number {
    let sum = 0;
    for (const [index, { from, tempo }] of paces.entries()) {
      const until = paces[index + 1]?.from ?? Infinity;
      sum += tempo * Math.max(0, Math.min(until, given + frames) - Math.max(from, given));
    }
    return sum;
  }
  async function step(
    { process, outputLatency }: Stretcher,
    frames: number,
    tempo: number,
  ): Promise<Float32Array<ArrayBuffer>[]> {
    // Takes effect after the output latency.
    if (paces.at(-1)!.tempo !== tempo) paces.push({ from: given + outputLatency, tempo });
    due += frames * tempo;
    const until = Math.round(due);
    const out = process(await input(fed, until), frames);
    fed = until;
    played += advance(frames);
    given += frames;
    paces = paces.filter((_, at) => (paces[at + 1]?.from ?? Infinity) > given);
    return out;
  }

  async function stretched({ count, tempo, semitones }: StreamRequest): Promise<StreamBlock> {
    const from = played;
    stretcher!.setPitch(semitones);
    const maxFrames = Math.min(count, Math.ceil(lengthLeft() / tempo));
    const planes = createBlock(channels, Math.max(0, maxFrames)) as Float32Array<ArrayBuffer>[];
    for (let at = 0; at < maxFrames;) {
      const frames = Math.min(STEP, maxFrames - at);
      const out = await step(stretcher!, frames, tempo);
      for (const [channel, samples] of out.entries()) planes[channel]!.set(samples, at);
      at += frames;
    }
    return { planes, from, to: played };
  }

  return {
    /** Whether tempo and pitch can change without restarting. */
    isStretched: (): boolean => isStretched,
    async next(request: StreamRequest): Promise<StreamBlock> {
      if (request.start !== null) await begin(request, request.start);
      if (isStretched) return stretched(request);
      const from = played;
      const count = Math.max(0, Math.min(request.count, lengthLeft()));
      const planes = (await input(from, from + count)) as Float32Array<ArrayBuffer>[];
      played = from + count;
      return { planes, from, to: played };
    },
  };
}
