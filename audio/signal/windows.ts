/**
 * @returns 0.5 − 0.5 cos: copies shifted by `size / 2` (or an integer fraction of it) add up to a
 *   constant
 */
export const hann = (size: number): Float64Array =>
  Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));

/** Square root of `hann`, for analysis and synthesis with the same window. */
export const rootHann = (size: number): Float64Array =>
  Float64Array.from({ length: size }, (_, i) => Math.sin((Math.PI * i) / size));

/** Four-term window for spectral analysis, with side lobes below −92 dB (Harris 1978). */
export const blackmanHarris = (size: number): Float64Array =>
  Float64Array.from({ length: size }, (_, i) => {
    const angle = (2 * Math.PI * i) / size;
    return (
      0.35875 -
      0.48829 * Math.cos(angle) +
      0.14128 * Math.cos(2 * angle) -
      0.01168 * Math.cos(3 * angle)
    );
  });

/** Kaiser window as a function of position (−1 to 1), for filter design; 0 outside. */
export function kaiser(beta: number): (position: number) => number {
  const middle = bessel0(beta);
  return (position) =>
    Math.abs(position) > 1 ? 0 : bessel0(beta * Math.sqrt(1 - position * position)) / middle;
}

/** Beta of the Kaiser window for a stop-band attenuation of `decibels` (50 or more). */
export const kaiserBeta = (decibels: number): number => 0.1102 * (decibels - 8.7);

/** Modified Bessel function of the first kind, order 0, by its power series. */
function bessel0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-17; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
