import type { Block, Format } from "../effect.ts";
import { createFilter, designBiquad } from "../signal/biquad.ts";
import { framesOf } from "../signal/blocks.ts";
import { powerToDecibels } from "../signal/decibel.ts";

/** Levels a second. */
export const LEVELS_PER_SECOND = 100;
/** dBFS; quieter counts as this. */
export const QUIETEST = -120;

/** Levels in dBFS, a hundred a second; each is of its own 10 ms. */
export interface LevelMeter {
  push(block: Block): void;
  finish(): { readonly levels: Float32Array; readonly frames: number };
}

/**
 * Level of the loudest channel without rumble, 1.4 MB an hour.
 * @see createPauseFinder
 */
export function createLevelMeter({ sampleRate, channels }: Format): LevelMeter {
  const highpass = [designBiquad("highpass", { frequency: 70 }, sampleRate)];
  const filters = Array.from({ length: channels }, () => createFilter(highpass));
  const sums = new Float64Array(channels);
  let levels = new Float32Array(4096);
  let count = 0;
  let frames = 0;
  let begin = 0;
  let end = Math.floor(sampleRate / LEVELS_PER_SECOND);

  const close = (): void => {
    if (count === levels.length) {
      const larger = new Float32Array(2 * count);
      larger.set(levels);
      levels = larger;
    }
    let most = 0;
    for (const sum of sums) most = Math.max(most, sum);
    levels[count++] = Math.max(QUIETEST, powerToDecibels(most / (frames - begin)));
    sums.fill(0);
    begin = frames;
    end = Math.floor(((count + 1) * sampleRate) / LEVELS_PER_SECOND);
  };

  return {
    push(block) {
      const filtered = block.map((samples, channel) => {
        const copy = new Float64Array(samples);
        filters[channel]!.run(copy);
        return copy;
      });
      for (let at = 0; at < framesOf(block);) {
        const part = Math.min(end - frames, framesOf(block) - at);
        for (const [channel, samples] of filtered.entries()) {
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
      return { levels: levels.slice(0, count), frames };
    },
  };
}
