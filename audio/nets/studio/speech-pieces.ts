import type { Block } from "../../effect.ts";
import { framesOf } from "../../signal/blocks.ts";
import { createLevelMeter } from "../../silence/levels.ts";
import { type Pause, findPauses } from "../../silence/pauses.ts";

/** A part of a recording in which somebody may speak, cut where nobody does. */
export interface SpeechPiece {
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly samples: Float32Array;
}

/** s; nets for speech know sentences, not hours, and their work grows faster than the length. */
const LONGEST = 28;
/** s; what is cut shorter lacks what goes before it. */
const SHORTEST = 5;
/** s of a pause from which on it may be one between words. */
const PAUSE = 0.15;
/** s of silence that stay around speech. */
const MARGIN = 0.3;
/** s of the quietest spot, where nobody stops to breathe. */
const SPOT = 0.1;

/** Where a stretch that is too long is cut, in seconds: in the longest pause, or else where it is quietest. */
function placeCut(samples: Float32Array, rate: number, pauses: readonly Pause[]): number {
  let best: Pause | null = null;
  for (const pause of pauses) {
    const middle = (pause.start + pause.end) / 2;
    if (middle < SHORTEST || middle > LONGEST) continue;
    if (!best || pause.end - pause.start > best.end - best.start) best = pause;
  }
  if (best) return (best.start + best.end) / 2;
  const size = Math.round(SPOT * rate);
  let quietest = LONGEST;
  let least = Infinity;
  for (let at = Math.round((LONGEST / 2) * rate); at + size <= LONGEST * rate; at += size) {
    let power = 0;
    for (let i = at; i < at + size; i++) power += samples[i]! ** 2;
    if (power >= least) continue;
    least = power;
    quietest = (at + size / 2) / rate;
  }
  return quietest;
}

function pausesOf(samples: Float32Array, sampleRate: number): readonly Pause[] {
  const meter = createLevelMeter({ sampleRate, channels: 1 });
  meter.push([samples]);
  return findPauses(meter.finish().levels, { threshold: null, shortest: PAUSE });
}

/** Takes silence off the ends; null where nothing else is there. @param start of the samples, in seconds */
function trim(
  samples: Float32Array,
  { rate, start, pauses }: { rate: number; start: number; pauses: readonly Pause[] },
): SpeechPiece | null {
  const seconds = samples.length / rate;
  const first = pauses[0];
  const last = pauses.at(-1);
  if (samples.length === 0 || (first && first.start <= 0 && first.end >= seconds - 0.01))
    return null;
  const from = first && first.start <= 0 ? Math.max(0, first.end - MARGIN) : 0;
  const to = last && last.end >= seconds - 0.01 ? Math.min(seconds, last.start + MARGIN) : seconds;
  const begin = Math.round(from * rate);
  return { start: start + begin / rate, samples: samples.slice(begin, Math.round(to * rate)) };
}

/**
 * Cuts a recording into pieces of up to 28 s at its pauses, and leaves out where nothing is to be
 * heard. It holds one piece at a time.
 * @param blocks one channel at `rate`
 */
export async function* speechPieces(
  blocks: AsyncIterable<Block>,
  rate: number,
): AsyncGenerator<SpeechPiece, void, undefined> {
  const most = LONGEST * rate;
  const held = new Float32Array(most);
  let count = 0;
  let start = 0;
  const take = (length: number, pauses: readonly Pause[]): SpeechPiece | null => {
    const seconds = length / rate;
    const within = pauses
      .filter((pause) => pause.start < seconds)
      .map((pause) => ({ ...pause, end: Math.min(pause.end, seconds) }));
    const piece = trim(held.subarray(0, length), { rate, start: start / rate, pauses: within });
    held.copyWithin(0, length, count);
    count -= length;
    start += length;
    return piece;
  };
  for await (const block of blocks) {
    for (let at = 0; at < framesOf(block);) {
      const part = Math.min(framesOf(block) - at, most - count);
      held.set(block[0]!.subarray(at, at + part), count);
      count += part;
      at += part;
      if (count < most) continue;
      const pauses = pausesOf(held, rate);
      const piece = take(Math.round(placeCut(held, rate, pauses) * rate), pauses);
      if (piece) yield piece;
    }
  }
  const piece = take(count, pausesOf(held.subarray(0, count), rate));
  if (piece) yield piece;
}
