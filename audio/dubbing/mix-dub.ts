import type { Block, Format } from "../effect.ts";
import { createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { decibelsToFactor } from "../signal/decibel.ts";
import { createLimiter } from "../signal/limiter.ts";
import { createResampler } from "../signal/resample.ts";
import type { SpokenLine } from "./fit-speech.ts";

/** A line of a dub. Times in seconds of the recording. */
export interface DubLine {
  readonly at: number;
  /** Cuts the line off if it is longer. */
  readonly end: number;
  /** End of the ducking. */
  readonly until: number;
  /** Loads the samples when they are due, so that few are in memory. */
  readonly read: () => Promise<SpokenLine>;
}

export interface DubOptions {
  readonly format: Format;
  /** Length of the recording. */
  readonly frames: number;
  /** Background in the format of the dub; null for none. */
  readonly background: AsyncIterable<Block> | null;
  /** Ducking of the background in dB (≤ 0). */
  readonly duck: number;
  /** Gain of the voice in dB. */
  readonly gain: number;
  /** Ordered by time. */
  readonly lines: readonly DubLine[];
}

/** dBTP */
const CEILING = -1;
/** Seconds of the fade-out of a line that is cut off, and of the ducking ramps. */
const FADE = 0.04;
const DUCK = 0.25;
const QUIET_BLOCK = 16_384;

/** Resamples a line. */
function atRate({ samples, sampleRate }: SpokenLine, rate: number): Float32Array {
  if (sampleRate === rate) return samples;
  const resampler = createResampler(sampleRate, rate, 1);
  // The resampler's output is valid until its next call.
  const parts = [resampler.process([samples])?.map((one) => one.slice()) ?? null];
  parts.push(resampler.finish()?.map((one) => one.slice()) ?? null);
  return joinBlocks(parts, 1)[0]!;
}

interface Open {
  readonly start: number;
  readonly samples: Float32Array;
}

/** Adds lines to the mix when they are due. */
function createVoice({ lines, gain, format }: DubOptions) {
  const { sampleRate, channels } = format;
  const factor = decibelsToFactor(gain);
  const waiting = lines.map((line) => ({ line, start: Math.round(line.at * sampleRate) }));
  let open: Open[] = [];
  async function openLine(line: DubLine, start: number): Promise<Open> {
    const whole = atRate(await line.read(), sampleRate);
    const maxFrames = Math.max(0, Math.round(line.end * sampleRate) - start);
    const samples = whole.slice(0, maxFrames);
    const fade = whole.length > maxFrames ? Math.min(maxFrames, Math.round(FADE * sampleRate)) : 0;
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

/** Ducks the background under lines, with ramps before and after them. */
function createDucking({ lines, duck, format }: DubOptions) {
  const ramp = DUCK * format.sampleRate;
  const ranges: [number, number][] = [];
  for (const { at, until } of lines) {
    const [from, to] = [at * format.sampleRate, until * format.sampleRate];
    const last = ranges.at(-1);
    // Stays down between two lines that are close.
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

/** The background, padded or cut to the exact length. */
async function* readBackground(options: DubOptions): AsyncGenerator<Block, void, undefined> {
  const { background, frames } = options;
  let at = 0;
  for await (const block of background ?? silence(options)) {
    const count = Math.min(framesOf(block), frames - at);
    if (count <= 0) return;
    yield count < framesOf(block) ? block.map((plane) => plane.subarray(0, count)) : block;
    at += count;
  }
  if (at < frames) yield* silence({ ...options, frames: frames - at });
}

/**
 * Mixes a dub with the length of the recording: each line starts on time, over the ducked
 * background. Where there are no lines and the limiter is idle, the background is unchanged.
 * @returns blocks, each valid until the next
 */
export async function* mixDub(options: DubOptions): AsyncGenerator<Block, void, undefined> {
  const voice = createVoice(options);
  const lower = createDucking(options);
  const limiter = createLimiter(options.format, { ceiling: CEILING });
  let first = 0;
  for await (const given of readBackground(options)) {
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
