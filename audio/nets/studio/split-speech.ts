import type { Block } from "../../effect.ts";
import { framesOf } from "../../signal/blocks.ts";
import { createLevelMeter } from "../../silence/levels.ts";
import { type Pause, findPauses } from "../../silence/pauses.ts";
import { ACTIVITY_RATE } from "../voice-activity.ts";
import { createUnspokenFinder } from "./find-unspoken.ts";

/** A segment of a recording that may contain speech, cut at pauses. */
export interface SpeechSegment {
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly samples: Float32Array;
}

/**
 * Maximum segment length in seconds: speech networks are trained on sentences, and their cost grows
 * faster than linearly.
 */
const MAX_SECONDS = 28;
/** Minimum segment length in seconds; shorter segments lack context. */
const MIN_SECONDS = 5;
/** Minimum length in seconds of a pause between words. */
const MIN_PAUSE = 0.15;
/** Seconds of silence kept around speech. */
const MARGIN = 0.3;
/** Window in seconds for the quietest position, if there is no pause. */
const QUIET_WINDOW = 0.1;

/** Cut position in seconds: in the longest pause, or else at the quietest position. */
function findCut(samples: Float32Array, rate: number, pauses: readonly Pause[]): number {
  let best: Pause | null = null;
  for (const pause of pauses) {
    const middle = (pause.start + pause.end) / 2;
    if (middle < MIN_SECONDS || middle > MAX_SECONDS) continue;
    if (!best || pause.end - pause.start > best.end - best.start) best = pause;
  }
  if (best) return (best.start + best.end) / 2;
  const size = Math.round(QUIET_WINDOW * rate);
  let quietest = MAX_SECONDS;
  let minimum = Infinity;
  for (let at = Math.round((MAX_SECONDS / 2) * rate); at + size <= MAX_SECONDS * rate; at += size) {
    let power = 0;
    for (let i = at; i < at + size; i++) power += samples[i]! ** 2;
    if (power >= minimum) continue;
    minimum = power;
    quietest = (at + size / 2) / rate;
  }
  return quietest;
}

function pausesOf(samples: Float32Array, sampleRate: number): readonly Pause[] {
  const meter = createLevelMeter({ sampleRate, channels: 1 });
  meter.push([samples]);
  return findPauses(meter.finish().levels, { threshold: null, minSeconds: MIN_PAUSE });
}

/** Trims silence; null if nothing else remains. @param start position of the samples in seconds */
function trim(
  samples: Float32Array,
  { rate, start, pauses }: { rate: number; start: number; pauses: readonly Pause[] },
): SpeechSegment | null {
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

/** Pauses together with ranges without speech, in order and apart. */
function joinPauses(pauses: readonly Pause[], unspoken: readonly Pause[]): readonly Pause[] {
  const joined: Pause[] = [];
  for (const pause of [...pauses, ...unspoken].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && pause.start <= last.end)
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, pause.end) };
    else joined.push(pause);
  }
  return joined;
}

/**
 * Splits a recording at pauses into segments of up to 28 s and skips silence. Buffers one segment
 * at a time.
 * @param blocks mono at `rate`
 * @param activity weights of `createVoiceActivity`, with which ranges without speech are skipped as
 *   well; needs a rate of 16 kHz
 */
export async function* splitSpeech(
  blocks: AsyncIterable<Block>,
  rate: number,
  activity: ArrayBuffer | null = null,
): AsyncGenerator<SpeechSegment, void, undefined> {
  const maxSamples = MAX_SECONDS * rate;
  const buffer = new Float32Array(maxSamples);
  let count = 0;
  let start = 0;
  const finder = activity && rate === ACTIVITY_RATE ? createUnspokenFinder(activity) : null;
  const findAllPauses = (samples: Float32Array): readonly Pause[] => {
    const unspoken = finder?.find(start, start + samples.length) ?? [];
    return joinPauses(
      pausesOf(samples, rate),
      unspoken.map((range) => ({
        start: (range.start - start) / rate,
        end: (range.end - start) / rate,
        sureness: 1,
      })),
    );
  };
  const take = (length: number, pauses: readonly Pause[]): SpeechSegment | null => {
    const seconds = length / rate;
    const within = pauses
      .filter((pause) => pause.start < seconds)
      .map((pause) => ({ ...pause, end: Math.min(pause.end, seconds) }));
    const segment = trim(buffer.subarray(0, length), { rate, start: start / rate, pauses: within });
    buffer.copyWithin(0, length, count);
    count -= length;
    start += length;
    return segment;
  };
  for await (const block of blocks) {
    for (let at = 0; at < framesOf(block);) {
      const part = Math.min(framesOf(block) - at, maxSamples - count);
      const samples = block[0]!.subarray(at, at + part);
      buffer.set(samples, count);
      finder?.push(samples);
      count += part;
      at += part;
      if (count < maxSamples) continue;
      const pauses = findAllPauses(buffer);
      const segment = take(Math.round(findCut(buffer, rate, pauses) * rate), pauses);
      if (segment) yield segment;
    }
  }
  finder?.finish();
  const lastSegment = take(count, findAllPauses(buffer.subarray(0, count)));
  if (lastSegment) yield lastSegment;
}
