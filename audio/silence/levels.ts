import type { Block, Format } from "../effect.ts";
import { type Biquad, createFilter, designBiquad } from "../signal/biquad.ts";
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

/** Filters of the whole, without rumble, and of each band below half the rate. */
function designBands(sampleRate: number): Biquad[][] {
  const edges = EDGES.filter((edge) => edge < 0.45 * sampleRate);
  const pass = (kind: "highpass" | "lowpass", frequency: number | undefined) =>
    frequency === undefined ? [] : [designBiquad(kind, { frequency }, sampleRate)];
  const rumble = pass("highpass", 70);
  const bands = [...edges, undefined].map((edge, i) => [
    ...rumble,
    ...pass("highpass", edges[i - 1]),
    ...pass("lowpass", edge),
  ]);
  return [rumble, ...bands];
}

/** Level of the loudest channel, 1.4 MB an hour for each band and the whole. */
export function createLevelMeter({ sampleRate, channels }: Format): LevelMeter {
  const bands = designBands(sampleRate).map((stages) => ({
    filters: Array.from({ length: channels }, () => createFilter(stages)),
    sums: new Float64Array(channels),
    levels: new Float32Array(4096),
  }));
  let count = 0;
  let frames = 0;
  let begin = 0;
  let end = Math.floor(sampleRate / LEVELS_PER_SECOND);

  const close = (): void => {
    for (const band of bands) {
      if (count === band.levels.length) {
        const larger = new Float32Array(2 * count);
        larger.set(band.levels);
        band.levels = larger;
      }
      const most = band.sums.reduce((loudest, sum) => Math.max(loudest, sum), 0);
      band.levels[count] = Math.max(QUIETEST, powerToDecibels(most / (frames - begin)));
      band.sums.fill(0);
    }
    count++;
    begin = frames;
    end = Math.floor(((count + 1) * sampleRate) / LEVELS_PER_SECOND);
  };

  return {
    push(block) {
      const filtered = bands.map(({ filters }) =>
        block.map((samples, channel) => {
          const copy = new Float64Array(samples);
          filters[channel]!.run(copy);
          return copy;
        }),
      );
      for (let at = 0; at < framesOf(block);) {
        const part = Math.min(end - frames, framesOf(block) - at);
        for (const [b, { sums }] of bands.entries())
          for (const [channel, samples] of filtered[b]!.entries()) {
            let sum = sums[channel]!;
            for (let i = at; i < at + part; i++) sum += samples[i]! * samples[i]!;
            sums[channel] = sum;
          }
        at += part;
        frames += part;
        if (frames === end) close();
      }
    },
    finish() {
      if (frames > begin) close();
      const [whole, ...rest] = bands.map(({ levels }) => levels.slice(0, count));
      return { levels: { whole: whole!, bands: rest }, frames };
    },
  };
}
