/** Range of the gain of a part in dB. */
export const GAIN = [-30, 12] as const;

/** Range of the ducking of the accompaniment under vocals in dB. */
export const DUCKING = [-24, 0] as const;

/** Range of the crossfade between blocks in beats. */
export const CROSSFADE = [0, 4] as const;
