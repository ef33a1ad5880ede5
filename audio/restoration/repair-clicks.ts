import type { Format, Processor } from "../effect.ts";
import { hann } from "../signal/windows.ts";
import type { Clicks } from "./find-clicks.ts";
import { interpolate, predict } from "./linear-prediction.ts";
import { createSlidingWindow } from "./sliding-window.ts";

const STEP_SECONDS = 0.02;
const AROUND_SECONDS = 0.04;
const ROUNDS = 3;
/** Period of the lowest voice: a prediction of this order includes the previous glottal pulse. */
const PERIOD_SECONDS = 0.0125;

/**
 * Replaces clicks by an interpolation with linear prediction from both sides.
 * @param strength 0 to 1: fraction of the click that is removed
 */
export function createClickRepair(strength: number, format: Format, clicks: Clicks): Processor {
  const { sampleRate, channels } = format;
  const hop = Math.round(STEP_SECONDS * sampleRate);
  const around = Math.round(AROUND_SECONDS * sampleRate);
  const order = Math.round(PERIOD_SECONDS * sampleRate);
  const next = clicks.map(() => 0);

  const repair = (samples: Float32Array, from: number, to: number) => {
    // Equal context before and after, so that the window is centered on the click.
    const reach = Math.min(from, samples.length - to, around - 1);
    const part = Float64Array.from(samples.subarray(from - reach, to + reach));
    const window = hann(part.length);
    const [start, end] = [reach, reach + to - from];
    const [left, right] = [part[start - 1]!, part[end]!];
    for (let i = start; i < end; i++)
      part[i] = left + ((right - left) * (i - start + 1)) / (end - start + 1);
    for (let round = 0; round < ROUNDS; round++) {
      const a = predict(
        part.map((x, i) => x * window[i]!),
        Math.min(order, reach - 1),
      );
      interpolate(part, start, end, a);
    }
    for (let i = from; i < to; i++)
      samples[i] = samples[i]! + strength * (part[reach + i - from]! - samples[i]!);
  };

  return createSlidingWindow({
    channels,
    hop,
    around,
    processWindow: (samples, first) => {
      for (let c = 0; c < channels; c++) {
        const list = clicks[c]!;
        for (; next[c]! < list.length && list[next[c]!]!.start < first + hop; next[c]!++) {
          const { start, end } = list[next[c]!]!;
          repair(samples[c]!, start - first + around, end - first + around);
        }
      }
    },
  });
}
