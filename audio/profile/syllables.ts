import { PITCH_RATE, PITCH_STEP } from "./pitch-meter.ts";

/** Minimum prominence of a syllable peak in dB. */
const DIP = 2;
/** dB below loud moments under which there is no syllable, and under which there is a pause. */
const DEPTH = 22;
/** Smoothing of the level in seconds, and minimum length of a pause. */
const SMOOTH = 0.05;
const PAUSE = 0.25;

/** Smoothed level of each step in dBFS. */
function levelsOf(samples: Float32Array, count: number): Float32Array {
  const hop = Math.round(PITCH_STEP * PITCH_RATE);
  const powers = new Float64Array(count);
  // The difference of adjacent samples is a gentle high-pass filter that removes everything below
  // the formants.
  for (let i = 0; i < count; i++)
    for (let k = Math.max(1, i * hop); k < Math.min(samples.length, (i + 1) * hop); k++)
      powers[i] = powers[i]! + (samples[k]! - 0.5 * samples[k - 1]!) ** 2;
  const reach = Math.round(SMOOTH / PITCH_STEP / 2);
  return Float32Array.from(powers, (_, at) => {
    let sum = 1e-12;
    for (let d = -reach; d <= reach; d++) sum += powers[at + d] ?? 0;
    return 10 * Math.log10(sum);
  });
}

/**
 * Syllables per second of speech without pauses: voiced level peaks separated by dips (de Jong and
 * Wempe, "Praat script to detect syllable nuclei and measure speech rate automatically", 2009).
 * @param samples at `PITCH_RATE`
 * @param pitches result of `trackPitch`
 */
export function measurePace(samples: Float32Array, pitches: Float32Array): number {
  const levels = levelsOf(samples, pitches.length);
  const loud = levels.toSorted()[Math.floor(0.97 * Math.max(0, levels.length - 1))] ?? 0;
  let syllables = 0;
  let [peak, peakAt, dip] = [-Infinity, 0, Infinity];
  let isUp = true;
  for (const [at, level] of levels.entries()) {
    if (isUp) {
      if (level > peak) [peak, peakAt] = [level, at];
      else if (level < peak - DIP) {
        if (peak > loud - DEPTH && pitches[peakAt]! > 0) syllables++;
        [isUp, dip] = [false, level];
      }
    } else if (level < dip) dip = level;
    else if (level > dip + DIP) [isUp, peak, peakAt] = [true, level, at];
  }
  const minFrames = Math.round(PAUSE / PITCH_STEP);
  let [spoken, quiet] = [0, 0];
  for (const level of levels) {
    if (level > loud - DEPTH) {
      spoken += 1 + (quiet < minFrames ? quiet : 0);
      quiet = 0;
    } else quiet++;
  }
  return spoken > 0 ? syllables / (spoken * PITCH_STEP) : 0;
}
