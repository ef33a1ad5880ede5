import { kaiser, kaiserBeta } from "./windows.ts";

/**
 * Kaiser-windowed sinc low-pass kernels for fractional delays from 0 to 1, concatenated, `2 * half`
 * taps each. Each kernel sums to 1.
 * @param kernels receives the kernels; its length determines their number
 * @param cutoff as a fraction of the band
 * @param stopBand attenuation in dB
 * @returns `kernels`
 */
export function fillSincKernels<Kernels extends Float32Array | Float64Array>(
  kernels: Kernels,
  {
    half,
    cutoff,
    stopBand,
  }: { readonly half: number; readonly cutoff: number; readonly stopBand: number },
): Kernels {
  const taps = 2 * half;
  const phases = kernels.length / taps - 1;
  const windowAt = kaiser(kaiserBeta(stopBand));
  for (let phase = 0; phase <= phases; phase++) {
    let sum = 0;
    for (let i = 0; i < taps; i++) {
      const time = i - half + 1 - phase / phases;
      const angle = Math.PI * cutoff * time;
      const value = (angle === 0 ? 1 : Math.sin(angle) / angle) * windowAt(time / half);
      kernels[phase * taps + i] = value;
      sum += value;
    }
    for (let i = 0; i < taps; i++) kernels[phase * taps + i] = kernels[phase * taps + i]! / sum;
  }
  return kernels;
}
