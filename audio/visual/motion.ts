import { BANDS } from "./bands.ts";
import type { SoundTrace } from "./sound-trace.ts";
import { PEAK_RATE, TRACE_LEVELS, TRACE_RATE } from "./rates.ts";

/** Movement that follows a sound, as a function of time in seconds; deterministic. */
export interface Motion {
  /** Heights of the bands, 0 to 1, with instant rise and gradual fall. @param out `BANDS` values */
  bandsAt(time: number, out: Float32Array): void;
  /** Loudness, 0 to 1. */
  energyAt(time: number): number;
  /** Distance of a movement whose speed is the loudness, in seconds at full loudness. */
  travelAt(time: number): number;
  /** Peak between two times, relative to the overall peak. */
  peakBetween(from: number, to: number): number;
  /** 1 on a beat, falling until the next one; without beats, on onsets. */
  pulseAt(time: number): number;
  /** Number of beats so far, including the fraction of the current one; 0 before the first. */
  beatsAt(time: number): number;
  readonly beatsPerBar: number;
}

/** Displayed range in dB below the loud parts. */
const RANGE = 46;
/** Fall of a band in heights per second. */
const FALL_PER_SECOND = 1.7;
/** Exponent; values above 1 lower soft levels. */
const CURVE = 1.35;
/** Time constant of a pulse in seconds. */
const PULSE_SECONDS = 0.16;
/** Minimum onset strength relative to the strongest one, without beats. */
const MIN_ONSET_RATIO = 0.25;
/** Minimum seconds between two pulses: WCAG 2.3.1 allows three flashes per second. */
const MIN_PULSE_INTERVAL = 0.34;

export function createMotion(trace: SoundTrace): Motion {
  const heights = heightsOf(trace);
  const moments = heights.length / BANDS;
  const energy = new Float32Array(moments);
  const travel = new Float64Array(moments + 1);
  for (let moment = 0; moment < moments; moment++) {
    let sum = 0;
    for (let band = 0; band < BANDS; band++) sum += heights[moment * BANDS + band]!;
    energy[moment] = sum / BANDS / 255;
    travel[moment + 1] = travel[moment]! + energy[moment]! / TRACE_RATE;
  }
  const loudest = trace.peaks.reduce((max, peak) => Math.max(max, peak), 1);
  const beats = trace.beat?.beats ?? [];
  const begins =
    beats.length > 0
      ? beats
      : trace.onsets
          .filter(([, strength]) => strength >= MIN_ONSET_RATIO)
          .map(([seconds]) => seconds);
  const pulses = begins.reduce<number[]>((accepted, time) => {
    if (time - (accepted.at(-1) ?? -Infinity) >= MIN_PULSE_INTERVAL) accepted.push(time);
    return accepted;
  }, []);
  const first = trace.beat?.first ?? 0;

  const between = (values: ArrayLike<number>, time: number): number => {
    const position = Math.max(0, Math.min(values.length - 1, time * TRACE_RATE));
    const low = Math.floor(position);
    const before = values[low] ?? 0;
    return before + (position - low) * ((values[low + 1] ?? before) - before);
  };
  return {
    bandsAt(time, out) {
      const position = Math.max(0, Math.min(moments - 1, time * TRACE_RATE));
      const low = Math.floor(position);
      const share = position - low;
      const at = low * BANDS;
      const next = Math.min(moments - 1, low + 1) * BANDS;
      for (let band = 0; band < BANDS; band++) {
        const before = heights[at + band] ?? 0;
        out[band] = (before + share * ((heights[next + band] ?? 0) - before)) / 255;
      }
    },
    energyAt: (time) => between(energy, time),
    travelAt: (time) => between(travel, time),
    peakBetween(from, to) {
      let max = 0;
      const end = Math.min(trace.peaks.length, Math.ceil(to * PEAK_RATE));
      for (let at = Math.max(0, Math.floor(from * PEAK_RATE)); at < end; at++)
        max = Math.max(max, trace.peaks[at]!);
      return max / loudest;
    },
    pulseAt(time) {
      const last = pulses[lastBefore(pulses, time)];
      return last === undefined ? 0 : Math.exp((last - time) / PULSE_SECONDS);
    },
    beatsAt(time) {
      const at = lastBefore(begins, time);
      if (at < 0) return 0;
      const length = (begins[at + 1] ?? begins[at]! + 1) - begins[at]!;
      return at - first + Math.min(1, (time - begins[at]!) / length);
    },
    beatsPerBar: trace.beat?.beatsPerBar ?? 4,
  };
}

/** Index of the last time that is not later; −1 if there is none. */
function lastBefore(times: readonly number[], time: number): number {
  let [low, high] = [-1, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    // Tolerates rounding of frame and beat times.
    if (times[middle]! <= time + 1e-6) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Band heights, 0 to 255: dB below the loud parts, smoothed over time and bands. */
function heightsOf({ bands, top }: SoundTrace): Uint8Array {
  const floor = top - RANGE * TRACE_LEVELS.perDecibel;
  const curve = Uint8Array.from({ length: 256 }, (_, step) => {
    const share = Math.max(0, Math.min(1, (step - floor) / (RANGE * TRACE_LEVELS.perDecibel)));
    return Math.round(255 * share ** CURVE);
  });
  // A completely silent sound has no movement.
  if (top === 0) return new Uint8Array(bands.length);
  const heights = new Uint8Array(bands.length);
  const held = new Float32Array(BANDS);
  for (let at = 0; at < bands.length; at += BANDS)
    for (let band = 0; band < BANDS; band++) {
      const own = curve[bands[at + band]!]!;
      const lower = curve[bands[at + Math.max(0, band - 1)]!]!;
      const upper = curve[bands[at + Math.min(BANDS - 1, band + 1)]!]!;
      const value = 0.6 * own + 0.2 * (lower + upper);
      held[band] = Math.max(value, held[band]! - (255 * FALL_PER_SECOND) / TRACE_RATE);
      heights[at + band] = Math.max(0, held[band]!);
    }
  return heights;
}
