import type { Block, Format } from "../effect.ts";
import { createFilter, designBiquad } from "../signal/biquad.ts";
import { framesOf } from "../signal/blocks.ts";
import { powerToDecibels } from "../signal/decibel.ts";

/** Levels a second. */
export const LEVELS_PER_SECOND = 100;
/** dBFS; quieter counts as this. */
export const QUIETEST = -120;

/**
 * Edges in Hz of bands that are listened to apart: noise is seldom equally loud in all of them, and
 * soft speech stands out where it is not.
 */
const EDGES = [400, 1200, 3500] as const;

/** Levels in dBFS, a hundred a second; each is of its own 10 ms. */
export interface Levels {
  readonly whole: Float32Array;
  /** Of bands, low to high. */
  readonly bands: readonly Float32Array[];
}

export interface LevelMeter {
  push(block: Block): void;
  finish(): { readonly levels: Levels; readonly frames: number };
}

const BANDS = EDGES.length + 1;

/** Adds up the power of one channel and of its bands. */
function createPowerMeter(sampleRate: number) {
  const [a, b, c] = EDGES.map((edge) => 1 - Math.exp((-2 * Math.PI * edge) / sampleRate)) as [
    number,
    number,
    number,
  ];
  const rumble = createFilter([designBiquad("highpass", { frequency: 70 }, sampleRate)]);
  // What lowpasses of first order leave, one after the other: steep to where noise is mostly loud.
  const states = new Float64Array(EDGES.length);
  return {
    filter(samples: Float32Array): Float64Array {
      const copy = new Float64Array(samples);
      rumble.run(copy);
      return copy;
    },
    /** @param sums of the whole, then of the bands */
    add(samples: Float64Array, sums: Float64Array): void {
      let [low, middle, high] = states as unknown as [number, number, number];
      let [whole, first, second, third, fourth] = [0, 0, 0, 0, 0];
      for (let i = 0; i < samples.length; i++) {
        const x = samples[i]!;
        low += a * (x - low);
        const above = x - low;
        middle += b * (above - middle);
        const higher = above - middle;
        high += c * (higher - high);
        const highest = higher - high;
        whole += x * x;
        first += low * low;
        second += middle * middle;
        third += high * high;
        fourth += highest * highest;
      }
      [whole, first, second, third, fourth].forEach((sum, i) => (sums[i] = sums[i]! + sum));
      // Numbers too small to matter cost many times the time.
      states.set([low, middle, high].map((state) => (Math.abs(state) < 1e-30 ? 0 : state)));
    },
  };
}

/** Level of the loudest channel, 1.4 MB an hour for each band and the whole. */
export function createLevelMeter({ sampleRate, channels }: Format): LevelMeter {
  const meters = Array.from({ length: channels }, () => ({
    ...createPowerMeter(sampleRate),
    sums: new Float64Array(1 + BANDS),
  }));
  let levels = Array.from({ length: 1 + BANDS }, () => new Float32Array(4096));
  let count = 0;
  let frames = 0;
  let begin = 0;
  let end = Math.floor(sampleRate / LEVELS_PER_SECOND);

  const close = (): void => {
    if (count === levels[0]!.length)
      levels = levels.map((row) => {
        const larger = new Float32Array(2 * count);
        larger.set(row);
        return larger;
      });
    for (const [i, row] of levels.entries()) {
      let most = 0;
      for (const { sums } of meters) most = Math.max(most, sums[i]!);
      row[count] = Math.max(QUIETEST, powerToDecibels(most / (frames - begin)));
    }
    for (const { sums } of meters) sums.fill(0);
    count++;
    begin = frames;
    end = Math.floor(((count + 1) * sampleRate) / LEVELS_PER_SECOND);
  };

  return {
    push(block) {
      const filtered = block.map((samples, channel) => meters[channel]!.filter(samples));
      for (let at = 0; at < framesOf(block);) {
        const part = Math.min(end - frames, framesOf(block) - at);
        for (const [channel, samples] of filtered.entries()) {
          const meter = meters[channel]!;
          meter.add(samples.subarray(at, at + part), meter.sums);
        }
        at += part;
        frames += part;
        if (frames === end) close();
      }
    },
    finish() {
      if (frames > begin) close();
      const [whole, ...bands] = levels.map((row) => row.slice(0, count));
      return { levels: { whole: whole!, bands }, frames };
    },
  };
}
