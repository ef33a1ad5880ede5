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
 * dB by which a sound must be lowered so that its true peak is below full scale once it is encoded;
 * 0 if it is. @param truePeak dBTP of the decoded sound
 */
export const loweringBehindEncoder = (truePeak: number): number =>
  truePeak > TOLERANCE ? truePeak + TOLERANCE : 0;
