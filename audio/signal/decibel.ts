/** Amplitude factor of a level in dB: +6.02 dB doubles it, −Infinity gives 0. */
export const decibelsToFactor = (decibels: number): number => 10 ** (decibels / 20);

/** Level in dB of an amplitude factor; −Infinity for 0. */
export const factorToDecibels = (factor: number): number => 20 * Math.log10(factor);

/** Level in dB of a power, for example a mean square; −Infinity for 0. */
export const powerToDecibels = (power: number): number => 10 * Math.log10(power);
