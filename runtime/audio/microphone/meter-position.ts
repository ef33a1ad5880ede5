/** Lowest level on the meter, in dBFS. */
const FLOOR = -60;
/** Meter position above which the input may clip. */
export const METER_LIMIT = 1 - 3 / -FLOOR;

/** Position of a level on the meter, from 0 to 1, on a decibel scale. */
export const meterPosition = (level: number): number =>
  Math.max(0, Math.min(1, 1 - (20 * Math.log10(Math.max(level, 1e-6))) / FLOOR));
