import { fadeAt } from "../signal/fade.ts";
import { createBlock } from "../signal/blocks.ts";
import { QUANTUM } from "./kit/layer.ts";
import { createScapePlayer } from "./play-scape.ts";
import type { WrittenScape } from "./scape.ts";

/** Sample rate of exported soundscapes in Hz. */
export const SCAPE_RATE = 48_000;
/** Crossfade of a loop in seconds, if the loop is long enough. */
const SEAM = 6;
/** Seconds of the default fade-in and fade-out. */
const EDGE = { first: 0.6, last: 2.5 };
const BLOCK_FRAMES = 64 * QUANTUM;

/** Length of the export in frames. */
export const framesOfScape = ({ length }: WrittenScape, sampleRate = SCAPE_RATE): number =>
  Math.round(length.seconds * sampleRate);

/**
 * A soundscape in blocks, each valid until the next; memory is constant.
 *
 * A loop starts after the crossfade: the sound before it is buffered and crossfaded into the end at
 * equal power, because the two are uncorrelated. The last sample is the one that precedes the
 * first.
 */
export function* writeScape(
  written: WrittenScape,
  sampleRate = SCAPE_RATE,
): Generator<Float32Array[], void, undefined> {
  const { scape, length } = written;
  const frames = framesOfScape(written, sampleRate);
  const take = createFrameReader(createScapePlayer(scape, sampleRate));
  // Warm-up: filters and drops need a moment to reach their steady state.
  take(Math.round(0.5 * sampleRate));
  const seam = length.loop ? Math.round(Math.min(SEAM, length.seconds / 3) * sampleRate) : 0;
  const beginning = createBlock(2, seam);
  for (let at = 0; at < seam; at += BLOCK_FRAMES)
    for (const [side, samples] of take(Math.min(BLOCK_FRAMES, seam - at)).entries())
      beginning[side]!.set(samples, at);
  const gain = length.loop ? null : edges(length.fade, frames, sampleRate);
  for (let at = 0; at < frames; at += BLOCK_FRAMES) {
    const block = take(Math.min(BLOCK_FRAMES, frames - at));
    for (const [side, samples] of block.entries()) {
      const held = beginning[side]!;
      for (let i = 0; i < samples.length; i++) {
        if (gain) samples[i] = samples[i]! * gain(at + i);
        else {
          const into = at + i - (frames - seam);
          if (into < 0) continue;
          const angle = ((Math.PI / 2) * (into + 1)) / seam;
          samples[i] = samples[i]! * Math.cos(angle) + held[into]! * Math.sin(angle);
        }
      }
    }
    yield block;
  }
}

/** Gain of each frame: fade-in, fade-out, and optional long fade. */
function edges(fade: number, frames: number, sampleRate: number): (frame: number) => number {
  const first = EDGE.first * sampleRate;
  const last = Math.min(frames / 2, Math.max(fade, EDGE.last) * sampleRate);
  return (frame) => {
    if (frame < first) return fadeAt("smooth", frame / first);
    const left = frames - frame;
    return left < last ? fadeAt("smooth", left / last) ** (fade > 0 ? 1.5 : 1) : 1;
  };
}

/** Reads any number of frames from a source of fixed-size blocks. */
function createFrameReader({ next }: Pick<ReturnType<typeof createScapePlayer>, "next">) {
  let quantum: readonly Float32Array[] = [];
  let used = QUANTUM;
  return (frames: number): Float32Array[] => {
    const out = createBlock(2, frames);
    for (let at = 0; at < frames;) {
      if (used === QUANTUM) {
        quantum = next();
        used = 0;
      }
      const count = Math.min(QUANTUM - used, frames - at);
      for (const [side, samples] of out.entries())
        samples.set(quantum[side]!.subarray(used, used + count), at);
      used += count;
      at += count;
    }
    return out;
  };
}
