/** Number of bands, equally spaced in octaves. */
export const BAND_COUNT = 64;
export const BANDS_AN_OCTAVE = 10.5;
const LOWEST_HZ = 120;

/** Center frequency of a (fractional) band, up to 7.7 kHz. */
export const hzOfBand = (band: number): number => LOWEST_HZ * 2 ** (band / BANDS_AN_OCTAVE);
/** Inverse of `hzOfBand`. */
export const bandOf = (hz: number): number => BANDS_AN_OCTAVE * Math.log2(hz / LOWEST_HZ);

/** Linear interpolation between bands; clamped at the ends. */
export function valueAt(bands: readonly number[], position: number): number {
  const at = Math.min(bands.length - 1, Math.max(0, position));
  const low = Math.min(bands.length - 2, Math.floor(at));
  return bands[low]! + (at - low) * (bands[low + 1]! - bands[low]!);
}
