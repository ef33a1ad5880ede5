import { createFilter, designBiquad } from "../signal/biquad.ts";

/** Hz of the samples that pitch is looked for in: ten times the highest pitch. */
const RATE = 8000;
/** Hz between which a speaking voice lies. */
const LOWEST = 60;
const HIGHEST = 500;
/** Seconds from frame to frame. */
export const PITCH_STEP = 0.01;
/** Of the normalized cross correlation, from which a frame is voiced. */
const VOICED = 0.6;
/** Part of the highest peak that a shorter period needs to be taken before it: against octaves below. */
const NEARLY = 0.9;
/** Frames to each side that an octave error is told by. */
const AROUND = 7;
/** dB below the loud frames from which nothing is a voice. */
const DEPTH = 35;

const SHORTEST = Math.floor(RATE / HIGHEST);
const LONGEST = Math.ceil(RATE / LOWEST);
const WINDOW = Math.round(0.03 * RATE);
/** Hz up to which pitch is looked for: breath lies above. */
const HELD = 1000;

/** Hz of the samples that `pitchesOf` takes. */
export const PITCH_RATE = RATE;

/** Normalized cross correlation at each period (Talkin, "A Robust Algorithm for Pitch Tracking", 1995). */
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

/** The period with a clear peak, between samples; 0 where there is none. */
function periodOf(correlation: Float64Array): number {
  let most = 0;
  for (let lag = SHORTEST + 1; lag < LONGEST; lag++) most = Math.max(most, correlation[lag]!);
  if (most < VOICED) return 0;
  for (let lag = SHORTEST + 1; lag < LONGEST; lag++) {
    const [before, here, after] = [correlation[lag - 1]!, correlation[lag]!, correlation[lag + 1]!];
    if (here < NEARLY * most || here < before || here < after) continue;
    const bend = before - 2 * here + after;
    return bend < 0 ? lag + (0.5 * (before - after)) / bend : lag;
  }
  return 0;
}

/**
 * Pitch of a voice, frame by frame.
 * @param samples mono, at `PITCH_RATE`
 * @returns Hz, 0 where no voice has one; frame `i` lies around second `i * PITCH_STEP`
 */
export function pitchesOf(samples: Float32Array): Float32Array<ArrayBuffer> {
  const hop = Math.round(PITCH_STEP * RATE);
  const reach = WINDOW + LONGEST + 1;
  const count = Math.floor(samples.length / hop);
  const padded = new Float32Array(samples.length + 2 * reach);
  padded.set(samples, reach);
  createFilter([
    designBiquad("highpass", { frequency: LOWEST }, RATE),
    designBiquad("lowpass", { frequency: HELD }, RATE),
    designBiquad("lowpass", { frequency: HELD }, RATE),
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
    // Both halves of what is compared lie around the frame's middle.
    const middle = reach + i * hop;
    correlate(padded, Math.max(0, middle - ((WINDOW + LONGEST) >> 1)), correlation);
    const period = periodOf(correlation);
    if (period > 0) found[i] = RATE / period;
  }
  return withoutLeaps(found);
}

/** Without frames that stand alone or lie an octave off those around them. */
function withoutLeaps(pitches: Float32Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(pitches, (pitch, at) => {
    if (pitch === 0) return 0;
    const near = pitches
      .subarray(Math.max(0, at - AROUND), at + AROUND + 1)
      .filter((one) => one > 0);
    if (near.length < AROUND / 2) return 0;
    const middle = near.toSorted()[near.length >> 1]!;
    return Math.abs(Math.log2(pitch / middle)) < 0.4 ? pitch : 0;
  });
}
