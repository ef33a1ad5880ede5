/** Measures of a voice. */
export interface VoiceMeasures {
  /** Seconds analyzed, and seconds that were voiced. */
  readonly seconds: number;
  readonly voiced: number;
  /** Hz; 0 without voice. `low` and `high` are the 10th and 90th percentiles. */
  readonly pitch: { readonly median: number; readonly low: number; readonly high: number };
  /**
   * Mean envelope of voiced frames in dB, in the bands of `bands.ts`; the mean over the bands is 0.
   */
  readonly envelope: readonly number[];
  /** dB per octave from 300 Hz to 5 kHz. */
  readonly tilt: number;
  /** Syllables per second, without pauses. */
  readonly pace: number;
  /** Semitones between two voices of different pitch; 0 for a single voice. */
  readonly split: number;
}

/** Semitones between two frequencies; 0 if one is missing. */
export const semitonesBetween = (from: number, to: number): number =>
  from > 0 && to > 0 ? 12 * Math.log2(to / from) : 0;

/** Pitch range of a voice in semitones. */
export const rangeOf = ({ pitch }: Pick<VoiceMeasures, "pitch">): number =>
  semitonesBetween(pitch.low, pitch.high);
