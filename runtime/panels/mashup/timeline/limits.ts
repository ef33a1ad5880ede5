/** dB of a part. */
export const GAIN = [-30, 12] as const;

/** dB by which the music is lowered under vocals. */
export const DUCKING = [-24, 0] as const;

/** Beats in which a block goes over into the next. */
export const CROSSFADE = [0, 4] as const;
