/** Levels below it are silence, in dB of full scale. */
const FLOOR = -60;
/** What is louder may be cut off. */
export const METER_LIMIT = 1 - 3 / -FLOOR;

/** Place of a level on a meter, 0 to 1, as loudness is heard. */
export const meterPlace = (level: number): number =>
  Math.max(0, Math.min(1, 1 - (20 * Math.log10(Math.max(level, 1e-6))) / FLOOR));
