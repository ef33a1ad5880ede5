import { createFilter, designBiquad } from "../signal/biquad.ts";

/** Sample rate of the analysis in Hz: ten times the highest pitch. */
const RATE = 8000;
/** Pitch range of speech in Hz. */
const MIN_PITCH = 60;
const HIGHEST = 500;
/** Seconds between frames. */
export const PITCH_STEP = 0.01;
/** Normalized cross-correlation above which a frame is voiced. */
const MIN_CORRELATION = 0.6;
/**
 * A shorter period is preferred if its peak reaches this fraction of the maximum, which prevents
 * errors of an octave down.
 */
const SHORTER_PERIOD_RATIO = 0.9;
/** Frames on each side used to detect octave errors. */
const NEIGHBOR_FRAMES = 7;
/** dB below loud frames under which nothing is voiced. */
const DEPTH = 35;

const SHORTEST = Math.floor(RATE / HIGHEST);
const LONGEST = Math.ceil(RATE / MIN_PITCH);
const WINDOW = Math.round(0.03 * RATE);
/** Low-pass cutoff in Hz: breath noise is above it. */
const LOWPASS_HERTZ = 1000;

/** Sample rate of the input of `trackPitch` in Hz. */
export const PITCH_RATE = RATE;

/**
 * Normalized cross-correlation at each period (Talkin, "A Robust Algorithm for Pitch Tracking",
 * 1995).
 */
function correlate(samples: Float32Array, at: number, out: Float64Array): void {
  let own = 1e-9;
  for (let i = 0; i < WINDOW; i++) own += samples[at + i]! ** 2;
  let other = 1e-9;
  for (let i = 0; i < WINDOW; i++) other += samples[at + SHORTEST + i]! ** 2;
  for (let lag = SHORTEST; lag <= LONGEST; lag++) {
    let sum = 0;
    for (let i = 0; i < WINDOW; i++) sum += samples[at + i]! * samples[at + lag + i]!;
    out[lag] = sum / Math.sqrt(own * other);
    other += samples[at + lag + WINDOW]! ** 2 - samples[at + lag]! ** 2;
    other = Math.max(1e-9, other);
  }
}

/** Period with a clear peak, interpolated; 0 if there is none. */
function periodOf(correlation: Float64Array): number {
  let maximum = 0;
  for (let lag = SHORTEST + 1; lag < LONGEST; lag++) maximum = Math.max(maximum, correlation[lag]!);
  if (maximum < MIN_CORRELATION) return 0;
  for (let lag = SHORTEST + 1; lag < LONGEST; lag++) {
    const [before, here, after] = [correlation[lag - 1]!, correlation[lag]!, correlation[lag + 1]!];
    if (here < SHORTER_PERIOD_RATIO * maximum || here < before || here < after) continue;
    const bend = before - 2 * here + after;
    return bend < 0 ? lag + (0.5 * (before - after)) / bend : lag;
  }
  return 0;
}

/**
 * Pitch of a voice, frame by frame.
 * @param samples mono at `PITCH_RATE`
 * @returns Hz, 0 if unvoiced; frame `i` is centered on `i * PITCH_STEP` seconds
 */
export function trackPitch(samples: Float32Array): Float32Array<ArrayBuffer> {
  const hop = Math.round(PITCH_STEP * RATE);
  const reach = WINDOW + LONGEST + 1;
  const count = Math.floor(samples.length / hop);
  const padded = new Float32Array(samples.length + 2 * reach);
  padded.set(samples, reach);
  createFilter([
    designBiquad("highpass", { frequency: MIN_PITCH }, RATE),
    designBiquad("lowpass", { frequency: LOWPASS_HERTZ }, RATE),
    designBiquad("lowpass", { frequency: LOWPASS_HERTZ }, RATE),
  ]).run(padded);
  const levels = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    let power = 1e-12;
    const from = reach + i * hop - WINDOW / 2;
    for (let k = 0; k < WINDOW; k++) power += padded[from + k]! ** 2 / WINDOW;
    levels[i] = 10 * Math.log10(power);
  }
  const loud = levels.toSorted()[Math.floor(0.95 * Math.max(0, count - 1))] ?? 0;
  const floor = Math.max(loud - DEPTH, -75);
  const correlation = new Float64Array(LONGEST + 1);
  const found = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    if (levels[i]! < floor) continue;
    // The two compared windows are symmetric around the frame's center.
    const middle = reach + i * hop;
    correlate(padded, Math.max(0, middle - ((WINDOW + LONGEST) >> 1)), correlation);
    const period = periodOf(correlation);
    if (period > 0) found[i] = RATE / period;
  }
  return removeOutliers(found);
}

/** Removes isolated frames and octave errors. */
function removeOutliers(pitches: Float32Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(pitches, (pitch, at) => {
    if (pitch === 0) return 0;
    const near = pitches
      .subarray(Math.max(0, at - NEIGHBOR_FRAMES), at + NEIGHBOR_FRAMES + 1)
      .filter((one) => one > 0);
    if (near.length < NEIGHBOR_FRAMES / 2) return 0;
    const middle = near.toSorted()[near.length >> 1]!;
    return Math.abs(Math.log2(pitch / middle)) < 0.4 ? pitch : 0;
  });
}
