/** How a kind of music is played: patterns of one or more bars, `x` a hit and `X` a loud one. */
export interface Idiom {
  readonly name: string;
  /** Beats of a bar, and parts of a beat: 3 in 6/8 and 12/8. */
  readonly beatsPerBar: 2 | 3 | 4;
  readonly division: 2 | 3;
  readonly bpm: readonly [number, number];
  /** Position of the second half of a beat; 0.5 where it is not swung. */
  readonly swing?: readonly [number, number];
  /** Drums by their notes. */
  readonly drums?: Readonly<Record<number, string>>;
  /** Rhythms of chords and bass. */
  readonly chords?: string;
  readonly bass?: string;
  /** Whether chords are played note by note. */
  readonly arpeggio?: boolean;
  /** Programs of General MIDI for chords and melody. */
  readonly programs: readonly number[];
  readonly melodies: readonly number[];
}

/** Programs of General MIDI. */
export const KEYS = [0, 1, 2, 4, 5];
export const GUITARS = [24, 25, 26, 27];
export const LOUD_GUITARS = [28, 29, 30];
export const STRINGS = [48, 49, 50, 51];
export const PADS = [88, 89, 90, 91, 94];
export const CHOIRS = [52, 53, 54];
export const WINDS = [56, 57, 65, 66, 68, 71, 73, 74];
export const [KICK, SNARE, CLAP, RIM, HAT, OPEN, RIDE, PEDAL, BELL] = [
  36, 38, 39, 37, 42, 46, 51, 44, 56,
];
