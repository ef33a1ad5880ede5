import type { Block } from "../effect.ts";
import { createBlock } from "../signal/blocks.ts";
import { type Passage, runsOf } from "./passage.ts";
import type { Stretcher } from "./stretcher.ts";

/** What is asked of a stream. All lengths and places in frames of the sound. */
export interface StreamRequest {
  /** Place where it begins anew; null: it goes on. */
  readonly start: number | null;
  readonly passage: Passage;
  /** Frames that are wanted; fewer come at the end. */
  readonly count: number;
  /** Frames of the sound for each that is heard, 0.5 to 2. */
  readonly tempo: number;
  /** −12 to 12 */
  readonly semitones: number;
}

/** Frames that are heard. */
export interface StreamBlock {
  /** All channels of all stems, stem by stem. */
  readonly planes: Float32Array<ArrayBuffer>[];
  /** Frames of the sound that had been played before them, and after them. */
  readonly from: number;
  readonly to: number;
}

export interface StreamDeps {
  /** Of all stems together. */
  readonly channels: number;
  /** Gives all channels of a range; the block may be shorter where the sound ends. */
  readonly read: (from: number, count: number) => Promise<Block>;
  readonly createStretcher: () => Promise<Stretcher>;
}

/** Frames that are stretched at once, about a fiftieth of a second. */
const STEP = 1024;

/** A tempo, from a frame of the output on. */
interface Pace {
  readonly from: number;
  readonly tempo: number;
}

/**
 * Plays stems as one sound of many channels, so that whatever is done to it (loops, jumps, another
 * tempo or pitch) is done to all of them at the same frame. As it is, it comes bit for bit.
 */
export function createStemStream({ channels, read, createStretcher }: StreamDeps) {
  let stretcher: Stretcher | null = null;
  let start = 0;
  let passage: Passage = { first: 0, last: 0, loop: false };
  /** Frames of the sound that were read, in the order in which they are played. */
  let fed = 0;
  /** The same without rounding; the next input begins here. */
  let due = 0;
  /** Frames that were given out, and those of the sound that were heard by then. */
  let given = 0;
  let heard = 0;
  /** Tempi of what is worked out but not heard. */
  let paces: Pace[] = [];
  let isStretched = false;

  /** The frames that are played from one place of playing to another. */
  async function input(from: number, to: number): Promise<Block> {
    const out = createBlock(channels, Math.max(0, to - from));
    let at = 0;
    for (const run of runsOf(passage, start, from, to)) {
      const silent = Math.min(run.count, Math.max(0, -run.from));
      const end = passage.loop
        ? run.from + run.count
        : Math.min(run.from + run.count, passage.last);
      const wanted = end - run.from - silent;
      const found = wanted > 0 ? await read(run.from + silent, wanted) : [];
      for (const [channel, samples] of found.entries()) out[channel]!.set(samples, at + silent);
      at += run.count;
    }
    return out;
  }
  const lengthLeft = (): number => (passage.loop ? Infinity : passage.last - start - heard);

  async function begin(request: StreamRequest, place: number): Promise<void> {
    start = place;
    ({ passage } = request);
    fed = due = given = heard = 0;
    isStretched = request.tempo !== 1 || request.semitones !== 0;
    if (!isStretched) return;
    stretcher ??= await createStretcher();
    const { inputLatency, outputLatency } = stretcher;
    stretcher.setPitch(request.semitones);
    stretcher.seek(await input(-outputLatency, inputLatency), request.tempo);
    fed = due = inputLatency;
    // What comes first is heard before the beginning.
    given = -outputLatency;
    paces = [{ from: given, tempo: request.tempo }];
    while (given < 0) await step(stretcher, Math.min(STEP, -given), request.tempo);
    heard = 0;
    paces = [{ from: 0, tempo: request.tempo }];
  }
  /** Frames of the sound that are heard within some of the output. */
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
    // It is heard when what is worked out by now has been.
    if (paces.at(-1)!.tempo !== tempo) paces.push({ from: given + outputLatency, tempo });
    due += frames * tempo;
    const until = Math.round(due);
    const out = process(await input(fed, until), frames);
    fed = until;
    heard += advance(frames);
    given += frames;
    paces = paces.filter((_, at) => (paces[at + 1]?.from ?? Infinity) > given);
    return out;
  }

  async function stretched({ count, tempo, semitones }: StreamRequest): Promise<StreamBlock> {
    const from = heard;
    stretcher!.setPitch(semitones);
    const most = Math.min(count, Math.ceil(lengthLeft() / tempo));
    const planes = createBlock(channels, Math.max(0, most)) as Float32Array<ArrayBuffer>[];
    for (let at = 0; at < most;) {
      const frames = Math.min(STEP, most - at);
      const out = await step(stretcher!, frames, tempo);
      for (const [channel, samples] of out.entries()) planes[channel]!.set(samples, at);
      at += frames;
    }
    return { planes, from, to: heard };
  }

  return {
    /** Whether tempo and pitch of what comes next can be others without beginning anew. */
    isStretched: (): boolean => isStretched,
    async next(request: StreamRequest): Promise<StreamBlock> {
      if (request.start !== null) await begin(request, request.start);
      if (isStretched) return stretched(request);
      const from = heard;
      const count = Math.max(0, Math.min(request.count, lengthLeft()));
      const planes = (await input(from, from + count)) as Float32Array<ArrayBuffer>[];
      heard = from + count;
      return { planes, from, to: heard };
    },
  };
}
