/** Range of the common tempo in beats per minute. */
export const BPM = [40, 240] as const;

/** Range of the additional transposition in semitones. */
export const SEMITONES = [-6, 6] as const;
