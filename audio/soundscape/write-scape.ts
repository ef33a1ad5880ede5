import { fadeAt } from "../signal/fade.ts";
import { createBlock } from "../signal/blocks.ts";
import { QUANTUM } from "./kit/layer.ts";
import { createScapePlayer } from "./play-scape.ts";
import type { WrittenScape } from "./scape.ts";

/** Hz at which a scape is written. */
export const SCAPE_RATE = 48_000;
/** Seconds in which the end of a loop becomes its beginning, where the loop is long enough. */
const SEAM = 6;
/** Seconds in which a sound that is no loop comes and goes, where nothing longer is wanted. */
const EDGE = { first: 0.6, last: 2.5 };
/** Frames of a block. */
const PIECE = 64 * QUANTUM;

/** Frames of what is written. */
export const framesOfScape = ({ length }: WrittenScape, sampleRate = SCAPE_RATE): number =>
  Math.round(length.seconds * sampleRate);

/**
 * A scape in blocks, each good until the next; it takes as much memory for an hour as for a minute.
 *
 * A loop begins where the seam ends: what the scape sounded like before is held, and comes back at the
 * end under what goes on there, at equal power, as both have nothing to do with each other. The last
 * sample is the one that came before the first.
 */
export function* writeScape(
  written: WrittenScape,
  sampleRate = SCAPE_RATE,
): Generator<Float32Array[], void, undefined> {
  const { scape, length } = written;
  const frames = framesOfScape(written, sampleRate);
  const take = createTaker(createScapePlayer(scape, sampleRate));
  // Filters and drops need a moment until they sound as they go on.
  take(Math.round(0.5 * sampleRate));
  const seam = length.loop ? Math.round(Math.min(SEAM, length.seconds / 3) * sampleRate) : 0;
  const beginning = createBlock(2, seam);
  for (let at = 0; at < seam; at += PIECE)
    for (const [side, samples] of take(Math.min(PIECE, seam - at)).entries())
      beginning[side]!.set(samples, at);
  const gain = length.loop ? null : edges(length.fade, frames, sampleRate);
  for (let at = 0; at < frames; at += PIECE) {
    const piece = take(Math.min(PIECE, frames - at));
    for (const [side, samples] of piece.entries()) {
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
    yield piece;
  }
}

/** Factor of each frame of a sound that begins, ends, and may fall asleep. */
function edges(fade: number, frames: number, sampleRate: number): (frame: number) => number {
  const first = EDGE.first * sampleRate;
  const last = Math.min(frames / 2, Math.max(fade, EDGE.last) * sampleRate);
  return (frame) => {
    if (frame < first) return fadeAt("smooth", frame / first);
    const left = frames - frame;
    return left < last ? fadeAt("smooth", left / last) ** (fade > 0 ? 1.5 : 1) : 1;
  };
}

/** Any number of frames of what comes in quanta. */
function createTaker({ next }: Pick<ReturnType<typeof createScapePlayer>, "next">) {
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
