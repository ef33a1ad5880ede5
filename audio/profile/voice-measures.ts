/** What a voice is like, as far as it is measured here. */
export interface VoiceMeasures {
  /** Seconds that were heard, and those in which a voice had a pitch. */
  readonly seconds: number;
  readonly voiced: number;
  /** Hz; 0 where no voice is heard. A tenth of the pitches lies below `low`, a tenth above `high`. */
  readonly pitch: { readonly median: number; readonly low: number; readonly high: number };
  /** dB in the bands of `bands.ts`: the mean envelope where a voice has a pitch, 0 on average. */
  readonly envelope: readonly number[];
  /** dB an octave from 300 Hz to 5 kHz. */
  readonly tilt: number;
  /** Syllables a second, without pauses. */
  readonly pace: number;
  /** Semitones between two voices of different pitch; 0 where one is heard. */
  readonly split: number;
}

/** Semitones from one frequency up to another; 0 where one is missing. */
export const semitonesBetween = (from: number, to: number): number =>
  from > 0 && to > 0 ? 12 * Math.log2(to / from) : 0;

/** Semitones that the pitch of a voice ranges over. */
export const rangeOf = ({ pitch }: Pick<VoiceMeasures, "pitch">): number =>
  semitonesBetween(pitch.low, pitch.high);
