/** Bands of a voice's spectrum, evenly spaced in octaves. */
export const BAND_COUNT = 64;
export const BANDS_AN_OCTAVE = 10.5;
const LOWEST_HZ = 120;

/** Middle of a band, up to 7.7 kHz; it may lie between two. */
export const hzOfBand = (band: number): number => LOWEST_HZ * 2 ** (band / BANDS_AN_OCTAVE);
/** The other way. */
export const bandOf = (hz: number): number => BANDS_AN_OCTAVE * Math.log2(hz / LOWEST_HZ);

/** The value at a place between bands; beyond them the outer ones go on. */
export function valueAt(bands: readonly number[], place: number): number {
  const at = Math.min(bands.length - 1, Math.max(0, place));
  const low = Math.min(bands.length - 2, Math.floor(at));
  return bands[low]! + (at - low) * (bands[low + 1]! - bands[low]!);
}
