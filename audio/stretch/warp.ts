import type { Block } from "../effect.ts";
import type { AudioSource } from "../media/audio-source.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";
import type { Stretcher } from "./stretcher.ts";

/** A change of the timing and pitch of a sound. */
export interface Warp {
  /**
   * Pairs of output time and source time in seconds, both increasing, at least two; linear in
   * between and beyond. The source is silent outside its range.
   */
  readonly knots: readonly (readonly [heard: number, own: number])[];
  /** Duration of the output in seconds. */
  readonly seconds: number;
  /**
   * Pitch shifts in semitones (−12 to 12) from an output time on; the first one also applies before
   * its time.
   */
  readonly pitch: readonly (readonly [heard: number, semitones: number])[];
}

/** Frames per processing step. */
const STEP = 1024;
/** Steps per block. */
const STEPS = 8;

/** Maps output frames to source frames at a sample rate; with a rate of 1, maps seconds. */
export function createTimeMap(
  { knots }: Pick<Warp, "knots">,
  sampleRate: number,
): (output: number) => number {
  let at = 0;
  return (frame) => {
    const time = frame / sampleRate;
    while (at > 0 && knots[at]![0] > time) at--;
    while (at < knots.length - 2 && knots[at + 1]![0] <= time) at++;
    const [[from, own], [to, next]] = [knots[at]!, knots[at + 1]!];
    return sampleRate * (own + ((time - from) / (to - from)) * (next - own));
  };
}

const isPlain = ({ knots, pitch }: Warp): boolean =>
  pitch.every(([, semitones]) => semitones === 0) &&
  knots.every(([output, own]) => Math.abs(own - output - (knots[0]![1] - knots[0]![0])) < 1e-9);

/** Reads a source forward from a frame, which may be negative; zeros outside the sound. */
function createForwardReader(source: AudioSource, start: number) {
  const { channels } = source.format;
  const blocks = source.blocks(Math.max(0, start));
  let silent = Math.max(0, -start);
  let rest: Block | null = null;
  let used = 0;
  return {
    async take(count: number): Promise<Float32Array[]> {
      const out = createBlock(channels, count);
      let filled = Math.min(silent, count);
      silent -= filled;
      while (filled < count) {
        if (!rest || used >= framesOf(rest)) {
          rest = (await blocks.next()).value ?? null;
          used = 0;
          if (!rest) break;
        }
        const part = Math.min(count - filled, framesOf(rest) - used);
        for (const [channel, samples] of rest.entries())
          out[channel]!.set(samples.subarray(used, used + part), filled);
        used += part;
        filled += part;
      }
      return out;
    },
    close: () => blocks.return(),
  };
}

/**
 * A sound with warped timing. The position of each frame depends only on the knots, so errors do
 * not accumulate. Where it is neither stretched nor shifted, the output is bit-identical.
 */
export function warpSource(
  source: AudioSource,
  warp: Warp,
  createStretcher: (channels: number, sampleRate: number) => Promise<Stretcher>,
): AudioSource {
  const { format } = source;
  const { sampleRate, channels } = format;
  const frames = Math.round(warp.seconds * sampleRate);
  let made: Promise<Stretcher> | null = null;

  async function* plain(from: number): AsyncGenerator<Block, void, undefined> {
    const shift = Math.round((warp.knots[0]![1] - warp.knots[0]![0]) * sampleRate);
    const reader = createForwardReader(source, from + shift);
    try {
      for (let at = from; at < frames; at += STEP * STEPS)
        yield await reader.take(Math.min(STEP * STEPS, frames - at));
    } finally {
      await reader.close();
    }
  }
  async function* stretched(from: number): AsyncGenerator<Block, void, undefined> {
    const { inputLatency, outputLatency, setPitch, seek, process } = await (made ??=
      createStretcher(channels, sampleRate));
    const sourceFrameAt = createTimeMap(warp, sampleRate);
    const first = Math.round(sourceFrameAt(from));
    const reader = createForwardReader(source, first - outputLatency);
    try {
      const pitchOf = (frame: number): number =>
        warp.pitch.findLast(([output]) => output * sampleRate <= frame)?.[1] ?? warp.pitch[0]![1];
      setPitch(pitchOf(from));
      seek(
        await reader.take(inputLatency + outputLatency),
        (sourceFrameAt(from + STEP) - sourceFrameAt(from)) / STEP,
      );
      /** Next source frame, and the corresponding output frame, which is later. */
      let fed = first + inputLatency;
      let given = from - outputLatency;
      const step = async (count: number): Promise<Float32Array[]> => {
        const end = given + count + outputLatency;
        const until = Math.max(fed, Math.round(sourceFrameAt(end)) + inputLatency);
        setPitch(pitchOf(end));
        const out = process(await reader.take(until - fed), count);
        fed = until;
        given += count;
        return out;
      };
      while (given < from) await step(Math.min(STEP, from - given));
      while (given < frames) {
        const out = createBlock(channels, Math.min(STEP * STEPS, frames - given));
        for (let at = 0; at < framesOf(out);) {
          const part = await step(Math.min(STEP, framesOf(out) - at));
          for (const [channel, samples] of part.entries()) out[channel]!.set(samples, at);
          at += framesOf(part);
        }
        yield out;
      }
    } finally {
      await reader.close();
    }
  }
  return {
    format,
    duration: warp.seconds,
    tags: source.tags,
    codec: null,
    blocks: (from = 0) => (isPlain(warp) ? plain(from) : stretched(from)),
    close: () => source.close(),
  };
}
