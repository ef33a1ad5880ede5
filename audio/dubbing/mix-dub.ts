import type { Block, Format } from "../effect.ts";
import { createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { decibelsToFactor } from "../signal/decibel.ts";
import { createLimiter } from "../signal/limiter.ts";
import { createResampler } from "../signal/resample.ts";
import type { Said } from "./fit-speech.ts";

/** A line of a dub: when it begins, and what it is. Times in seconds of the recording. */
export interface DubLine {
  readonly at: number;
  /** It is silent from here on, even where it is longer. */
  readonly end: number;
  /** What lies under it is lowered up to here. */
  readonly until: number;
  /** Called when its time comes, so that few of them are in memory. */
  readonly read: () => Promise<Said>;
}

export interface DubOptions {
  readonly format: Format;
  /** Of the recording. */
  readonly frames: number;
  /** What lies under the voice, in the format of the dub; null: nothing. */
  readonly under: AsyncIterable<Block> | null;
  /** By which it is lowered while a line is spoken, in dB from 0 down. */
  readonly duck: number;
  /** Of the voice, in dB. */
  readonly gain: number;
  /** In the order of their times. */
  readonly lines: readonly DubLine[];
}

/** dBTP */
const CEILING = -1;
/** Seconds in which a line that is cut off goes, and in which what lies under it makes room and comes back. */
const FADE = 0.04;
const DUCK = 0.25;
const QUIET_BLOCK = 16_384;

/** Samples of a line at a rate. */
function atRate({ samples, sampleRate }: Said, rate: number): Float32Array {
  if (sampleRate === rate) return samples;
  const resampler = createResampler(sampleRate, rate, 1);
  // What a resampler gives is good until its next call.
  const parts = [resampler.process([samples])?.map((one) => one.slice()) ?? null];
  parts.push(resampler.finish()?.map((one) => one.slice()) ?? null);
  return joinBlocks(parts, 1)[0]!;
}

interface Open {
  readonly start: number;
  readonly samples: Float32Array;
}

/** Adds the lines to a sound as their times come. */
function createVoice({ lines, gain, format }: DubOptions) {
  const { sampleRate, channels } = format;
  const factor = decibelsToFactor(gain);
  const waiting = lines.map((line) => ({ line, start: Math.round(line.at * sampleRate) }));
  let open: Open[] = [];
  async function openLine(line: DubLine, start: number): Promise<Open> {
    const whole = atRate(await line.read(), sampleRate);
    const most = Math.max(0, Math.round(line.end * sampleRate) - start);
    const samples = whole.slice(0, most);
    const fade = whole.length > most ? Math.min(most, Math.round(FADE * sampleRate)) : 0;
    for (let i = 0; i < fade; i++)
      samples[samples.length - 1 - i] = samples[samples.length - 1 - i]! * (i / fade);
    return { start, samples };
  }
  return async (block: Float32Array[], first: number): Promise<void> => {
    const end = first + framesOf(block);
    while (waiting[0] && waiting[0].start < end) {
      const { line, start } = waiting.shift()!;
      open.push(await openLine(line, start));
    }
    for (const { start, samples } of open) {
      const from = Math.max(first, start);
      const to = Math.min(end, start + samples.length);
      for (const plane of block.slice(0, Math.min(2, channels)))
        for (let i = from; i < to; i++)
          plane[i - first] = plane[i - first]! + factor * samples[i - start]!;
    }
    open = open.filter(({ start, samples }) => start + samples.length > end);
  };
}

/** Lowers what lies under lines, with room before and behind them. */
function createDuck({ lines, duck, format }: DubOptions) {
  const ramp = DUCK * format.sampleRate;
  const ranges: [number, number][] = [];
  for (const { at, until } of lines) {
    const [from, to] = [at * format.sampleRate, until * format.sampleRate];
    const last = ranges.at(-1);
    // Between two lines that are close it stays down.
    if (last && from - last[1] < 3 * ramp) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  }
  let at = 0;
  return (block: Float32Array[], first: number): void => {
    if (duck === 0) return;
    for (let i = 0; i < framesOf(block); i++) {
      const frame = first + i;
      while (ranges[at] && frame > ranges[at]![1] + ramp) at++;
      const range = ranges[at];
      if (!range) return;
      const away = Math.max(range[0] - frame, frame - range[1], 0) / ramp;
      if (away >= 1) continue;
      const factor = decibelsToFactor(duck * (0.5 + 0.5 * Math.cos(Math.PI * away)));
      for (const plane of block) plane[i] = plane[i]! * factor;
    }
  };
}

async function* silence({ format, frames }: DubOptions): AsyncGenerator<Block, void, undefined> {
  for (let at = 0; at < frames; at += QUIET_BLOCK)
    yield createBlock(format.channels, Math.min(QUIET_BLOCK, frames - at));
}

/** What lies under a dub, exactly as long as it. */
async function* underOf(options: DubOptions): AsyncGenerator<Block, void, undefined> {
  const { under, frames } = options;
  let at = 0;
  for await (const block of under ?? silence(options)) {
    const count = Math.min(framesOf(block), frames - at);
    if (count <= 0) return;
    yield count < framesOf(block) ? block.map((plane) => plane.subarray(0, count)) : block;
    at += count;
  }
  if (at < frames) yield* silence({ ...options, frames: frames - at });
}

/**
 * A recording in another language, as long as the recording: each line begins at its time, over what lies
 * under it. Where nobody speaks and nothing is loud, that is as it was.
 * @returns blocks, each good until the next
 */
export async function* mixDub(options: DubOptions): AsyncGenerator<Block, void, undefined> {
  const voice = createVoice(options);
  const lower = createDuck(options);
  const limiter = createLimiter(options.format, { ceiling: CEILING });
  let first = 0;
  for await (const given of underOf(options)) {
    const block = given.map((plane) => plane.slice());
    lower(block, first);
    await voice(block, first);
    first += framesOf(block);
    const limited = limiter.process(block);
    if (limited) yield limited;
  }
  const rest = limiter.finish();
  if (rest) yield rest;
}
