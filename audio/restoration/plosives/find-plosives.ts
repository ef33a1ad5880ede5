import type { Analyzer, Block, Format } from "../../effect.ts";
import { createFilter, designBiquad, type Filter } from "../../signal/biquad.ts";
import { meanOf } from "../rate-adapter.ts";

/** Seconds */
export interface Plosive {
  readonly start: number;
  readonly end: number;
}

/** Seconds between two levels. */
const STEP = 0.005;
/** Hz: air that hits a microphone is below the first, speech between the others. */
const LOW = 110;
const SPEECH = [220, 2500] as const;
/** dB by which a burst exceeds the median low frequencies of speech, at full sensitivity and at none. */
const EXCESS = [6, 22] as const;
/** dB by which it exceeds the speech at the same time; the low voice of a man does not. */
const OVER_SPEECH = 3;
/** Least level of a burst in dBFS. */
const MIN_LEVEL = -50;
/** dB below the loudest moment up to which there is speech. */
const SPEECH_RANGE = 35;
/** Shortest and longest burst in seconds; wind is longer. */
const LENGTHS = [0.015, 0.25] as const;
/** Seconds between parts of the same burst. */
const GAP = 0.015;
/** dB above that level down to which a burst swells and decays, and for how many seconds at most. */
const EDGE = 3;
const MAX_EDGE = 0.08;

/** Powers of a band per step. */
function createBand(filters: readonly Filter[], step: number) {
  const powers: number[] = [];
  let [sum, count] = [0, 0];
  return {
    push(samples: Float32Array): void {
      const filtered = Float64Array.from(samples);
      for (const filter of filters) filter.run(filtered);
      for (let i = 0; i < filtered.length; i++) {
        sum += filtered[i]! ** 2;
        if (++count < step) continue;
        powers.push(sum / step);
        [sum, count] = [0, 0];
      }
    },
    /** dBFS */
    levels: (): Float64Array =>
      Float64Array.from(powers, (power) => 10 * Math.log10(power + 1e-12)),
  };
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? -Infinity;

/**
 * Finds plosives: bursts of low frequencies where the air of a p or b hits the microphone.
 * @param sensitivity 0 to 1
 */
export function createPlosiveFinder(
  sensitivity: number,
  { sampleRate }: Format,
): Analyzer<readonly Plosive[]> {
  const step = Math.round(STEP * sampleRate);
  const filter = (kind: "lowpass" | "highpass", frequency: number): Filter =>
    createFilter([
      designBiquad(kind, { frequency, q: 0.541 }, sampleRate),
      designBiquad(kind, { frequency, q: 1.307 }, sampleRate),
    ]);
  const low = createBand([filter("lowpass", LOW)], step);
  const speech = createBand([filter("highpass", SPEECH[0]), filter("lowpass", SPEECH[1])], step);
  const excess = EXCESS[1] + (EXCESS[0] - EXCESS[1]) * sensitivity;
  return {
    push(block: Block) {
      const mean = meanOf(block);
      low.push(mean);
      speech.push(mean);
    },
    finish() {
      const [lows, speeches] = [low.levels(), speech.levels()];
      let loudest = -Infinity;
      for (const level of speeches) loudest = Math.max(loudest, level);
      const baseline = medianOf([...lows].filter((_, i) => speeches[i]! > loudest - SPEECH_RANGE));
      const isBurst = (i: number): boolean =>
        lows[i]! > Math.max(baseline + excess, MIN_LEVEL) && lows[i]! > speeches[i]! + OVER_SPEECH;
      return burstsOf(lows, baseline, isBurst).map(([first, end]) => ({
        start: (first * step) / sampleRate,
        end: (end * step) / sampleRate,
      }));
    },
  };
}

/** Ranges of steps with bursts, with their swell and decay. */
function burstsOf(
  lows: Float64Array,
  baseline: number,
  isBurst: (step: number) => boolean,
): (readonly [first: number, end: number])[] {
  const bursts: [number, number][] = [];
  for (let i = 0; i < lows.length; i++) {
    if (!isBurst(i)) continue;
    const last = bursts.at(-1);
    if (last && i - last[1] <= GAP / STEP) last[1] = i + 1;
    else bursts.push([i, i + 1]);
  }
  const whole = bursts
    .filter(([first, end]) => {
      const seconds = (end - first) * STEP;
      return seconds >= LENGTHS[0] && seconds <= LENGTHS[1];
    })
    .map(([first, end]): [number, number] => {
      let [from, to] = [first, end];
      while (from > 0 && first - from < MAX_EDGE / STEP && lows[from - 1]! > baseline + EDGE)
        from--;
      while (to < lows.length && to - end < MAX_EDGE / STEP && lows[to]! > baseline + EDGE) to++;
      return [Math.max(0, from - 2), Math.min(lows.length, to + 2)];
    });
  return whole.filter(([first], at) => at === 0 || first >= whole[at - 1]![1]);
}
