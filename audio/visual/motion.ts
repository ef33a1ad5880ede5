import { BANDS } from "./bands.ts";
import type { SoundTrace } from "./sound-trace.ts";
import { PEAK_RATE, TRACE_LEVELS, TRACE_RATE } from "./rates.ts";

/** How pictures move with a sound at any time, in seconds: the same for the same trace. */
export interface Motion {
  /** Heights of the bands, 0 to 1, rising at once and falling gently. @param out `BANDS` values */
  bandsAt(time: number, out: Float32Array): void;
  /** How loud it is, 0 to 1. */
  energyAt(time: number): number;
  /** How far something has moved that is as fast as the sound is loud, in seconds at full loudness. */
  travelAt(time: number): number;
  /** Loudest sample between two times, 0 to 1 of the loudest of all. */
  peakBetween(from: number, to: number): number;
  /** 1 with a beat, falling until the next; where there are no beats, with what begins. */
  pulseAt(time: number): number;
  /** Beats so far, with the share of the one that is heard; 0 before the first. */
  beatsAt(time: number): number;
  /** Beats of a bar. */
  readonly beatsPerBar: number;
}

/** dB below the loud places that still show. */
const RANGE = 46;
/** Shares of the height by which a band falls in a second. */
const FALL = 1.7;
/** Above 1: what is soft is shown lower than its decibels. */
const CURVE = 1.35;
/** Seconds in which a pulse fades to a third. */
const PULSE = 0.16;
/** Share of the loudest onset from which it counts where there are no beats. */
const CLEAR = 0.25;
/** Seconds between two pulses: three flashes a second are what WCAG 2.3.1 allows. */
const APART = 0.34;

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
  const loudest = trace.peaks.reduce((most, peak) => Math.max(most, peak), 1);
  const beats = trace.beat?.beats ?? [];
  const begins =
    beats.length > 0
      ? beats
      : trace.onsets.filter(([, strength]) => strength >= CLEAR).map(([seconds]) => seconds);
  const pulses = begins.reduce<number[]>((kept, time) => {
    if (time - (kept.at(-1) ?? -Infinity) >= APART) kept.push(time);
    return kept;
  }, []);
  const first = trace.beat?.first ?? 0;

  const between = (values: ArrayLike<number>, time: number): number => {
    const place = Math.max(0, Math.min(values.length - 1, time * TRACE_RATE));
    const low = Math.floor(place);
    const before = values[low] ?? 0;
    return before + (place - low) * ((values[low + 1] ?? before) - before);
  };
  return {
    bandsAt(time, out) {
      const place = Math.max(0, Math.min(moments - 1, time * TRACE_RATE));
      const low = Math.floor(place);
      const share = place - low;
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
      let most = 0;
      const end = Math.min(trace.peaks.length, Math.ceil(to * PEAK_RATE));
      for (let at = Math.max(0, Math.floor(from * PEAK_RATE)); at < end; at++)
        most = Math.max(most, trace.peaks[at]!);
      return most / loudest;
    },
    pulseAt(time) {
      const last = pulses[lastBefore(pulses, time)];
      return last === undefined ? 0 : Math.exp((last - time) / PULSE);
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

/** Place of the last that is not later; −1: none is. */
function lastBefore(times: readonly number[], time: number): number {
  let [low, high] = [-1, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    // A picture at a beat's own time shows it, however both were rounded.
    if (times[middle]! <= time + 1e-6) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Heights of bands, 0 to 255: decibels below the loud places, calm in time and from band to band. */
function heightsOf({ bands, top }: SoundTrace): Uint8Array {
  const floor = top - RANGE * TRACE_LEVELS.perDecibel;
  const curve = Uint8Array.from({ length: 256 }, (_, step) => {
    const share = Math.max(0, Math.min(1, (step - floor) / (RANGE * TRACE_LEVELS.perDecibel)));
    return Math.round(255 * share ** CURVE);
  });
  // A sound that is silent from end to end stands still.
  if (top === 0) return new Uint8Array(bands.length);
  const heights = new Uint8Array(bands.length);
  const held = new Float32Array(BANDS);
  for (let at = 0; at < bands.length; at += BANDS)
    for (let band = 0; band < BANDS; band++) {
      const own = curve[bands[at + band]!]!;
      const lower = curve[bands[at + Math.max(0, band - 1)]!]!;
      const upper = curve[bands[at + Math.min(BANDS - 1, band + 1)]!]!;
      const value = 0.6 * own + 0.2 * (lower + upper);
      held[band] = Math.max(value, held[band]! - (255 * FALL) / TRACE_RATE);
      heights[at + band] = Math.max(0, held[band]!);
    }
  return heights;
}
