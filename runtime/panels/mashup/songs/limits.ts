/** Beats a minute at which songs can meet. */
export const BPM = [40, 240] as const;

/** Semitones by which all songs can be higher than they need to be. */
export const SEMITONES = [-6, 6] as const;
