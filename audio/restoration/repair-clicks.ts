import type { Format, Processor } from "../effect.ts";
import { hann } from "../signal/windows.ts";
import type { Clicks } from "./find-clicks.ts";
import { interpolate, predict } from "./linear-prediction.ts";
import { createSliding } from "./sliding.ts";

const STEP_SECONDS = 0.02;
const AROUND_SECONDS = 0.04;
const ROUNDS = 3;
/** Period of the lowest voice: a prediction that reaches as far back knows the next pulse of the glottis. */
const PERIOD_SECONDS = 0.0125;

/**
 * Puts what linear prediction from both sides expects in place of the clicks.
 * @param strength 0 to 1: part of the click that goes
 */
export function createClickRepair(strength: number, format: Format, clicks: Clicks): Processor {
  const { sampleRate, channels } = format;
  const hop = Math.round(STEP_SECONDS * sampleRate);
  const around = Math.round(AROUND_SECONDS * sampleRate);
  const order = Math.round(PERIOD_SECONDS * sampleRate);
  const next = clicks.map(() => 0);

  const repair = (samples: Float32Array, from: number, to: number) => {
    // As much before as after, so that the window's middle lies on the click.
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

  return createSliding({
    channels,
    hop,
    around,
    work: (samples, first) => {
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
