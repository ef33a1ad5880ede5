import type { Block, Format } from "../effect.ts";
import { designBiquad } from "../signal/biquad.ts";
import { framesOf } from "../signal/blocks.ts";
import { powerToDecibels } from "../signal/decibel.ts";
import { BAND_VALUES, flushTinyToZero, filterPair, setPairs } from "../signal/filter-kernel.ts";

export const LEVELS_PER_SECOND = 100;
/** Lower bound in dBFS. */
export const MIN_LEVEL_DB = -120;

/**
 * Band edges in Hz: noise rarely has equal levels in all bands, so soft speech is easier to detect
 * in some of them.
 */
const EDGES = [400, 1200, 3500] as const;

/** Levels in dBFS of consecutive 10 ms. */
export interface LevelHistory {
  readonly whole: Float32Array;
  /** By band, lowest first. */
  readonly bands: readonly Float32Array[];
}

export interface LevelMeter {
  push(block: Block): void;
  finish(): { readonly levels: LevelHistory; readonly frames: number };
}

const BANDS = EDGES.length + 1;

/** Sums the power of two channels and of their bands. */
function createPowerMeter(sampleRate: number) {
  const { b0, b1, b2, a1, a2 } = designBiquad("highpass", { frequency: 70 }, sampleRate);
  const values = new Float64Array(2 * BAND_VALUES.values);
  const { factors, shares, lows, sums } = BAND_VALUES;
  // Removes rumble.
  setPairs(values, factors, [b0, b1, b2, a1, a2]);
  // First-order low-pass filters in series: steep where noise is usually strongest.
  setPairs(
    values,
    shares,
    EDGES.map((edge) => 1 - Math.exp((-2 * Math.PI * edge) / sampleRate)),
  );
  return {
    /** Of the whole signal, then of the bands, interleaved by channel. */
    sums: values.subarray(2 * sums),
    add(channels: readonly [Float32Array, Float32Array]): void {
      filterPair("bands", values, channels);
      flushTinyToZero(values, BAND_VALUES.states, shares);
      flushTinyToZero(values, lows, sums);
    },
  };
}

/** Levels of the loudest channel; memory: 1.4 MB per hour for the whole and for each band. */
export function createLevelMeter({ sampleRate, channels }: Format): LevelMeter {
  // With an odd number of channels, the last one is paired with itself.
  const meters = Array.from({ length: Math.ceil(channels / 2) }, (_, pair) => ({
    ...createPowerMeter(sampleRate),
    places: [2 * pair, Math.min(2 * pair + 1, channels - 1)] as const,
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
      let maximum = 0;
      for (const { sums } of meters) maximum = Math.max(maximum, sums[2 * i]!, sums[2 * i + 1]!);
      row[count] = Math.max(MIN_LEVEL_DB, powerToDecibels(maximum / (frames - begin)));
    }
    for (const { sums } of meters) sums.fill(0);
    count++;
    begin = frames;
    end = Math.floor(((count + 1) * sampleRate) / LEVELS_PER_SECOND);
  };

  return {
    push(block) {
      for (let at = 0; at < framesOf(block);) {
        const part = Math.min(end - frames, framesOf(block) - at);
        for (const meter of meters) {
          const [first, second] = meter.places;
          meter.add([
            block[first]!.subarray(at, at + part),
            block[second]!.subarray(at, at + part),
          ]);
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
