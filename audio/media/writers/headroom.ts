import {
  type OutputFormat,
  type ResultFormat,
  VIDEO_FORMATS,
  isVideoFormat,
} from "./output-formats.ts";

/** Typical overshoot of lossy encoders in dB. */
export const HEADROOM = 0.5;

/**
 * Maximum overshoot for limited speech, music, drums and square waves, and for white noise except
 * with AAC; measured by `bench/audio/formats/peaks.ts`.
 */
const MAX_OVERSHOOT_DB: Readonly<Partial<Record<OutputFormat, number>>> = {
  mp3: 1.2,
  m4a: 2,
  opus: 1.5,
  vorbis: 2.2,
};

/** Headroom in dB below a ceiling if the result cannot be decoded and measured. */
export const safeHeadroomOf = (output: ResultFormat): number =>
  Math.max(
    ...(isVideoFormat(output) ? VIDEO_FORMATS[output].sounds : [output]).map(
      (sound) => MAX_OVERSHOOT_DB[sound] ?? 0,
    ),
  );

/** Tolerance in dB above a ceiling. */
const TOLERANCE = 0.05;
/**
 * dB above a ceiling from which an overshoot may be an exception: that of AAC varies by 3 dB between
 * headrooms that differ by half a decibel.
 */
const EXCEPTIONAL = 1;
/** dB of headroom to add after such an overshoot, while several attempts are left. */
const SMALL_STEP = 0.75;

/**
 * dB of headroom to add for another attempt to encode a sound below a ceiling; 0 if its true peak
 * is below it.
 * @param over dB of the true peak above the ceiling
 * @param attemptsLeft number of attempts that follow
 */
export function addedHeadroom(over: number, attemptsLeft: number): number {
  if (!(over > TOLERANCE)) return 0;
  return over > EXCEPTIONAL && attemptsLeft > 2 ? SMALL_STEP : over + TOLERANCE;
}
