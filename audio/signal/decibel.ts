/** Factor of an amplitude: 6.02 dB doubles it. −Infinity dB gives 0. */
export const decibelsToFactor = (decibels: number): number => 10 ** (decibels / 20);

/** Decibels of an amplitude's factor; −Infinity for 0. */
export const factorToDecibels = (factor: number): number => 20 * Math.log10(factor);

/** Decibels of a power, such as a mean square; −Infinity for 0. */
export const powerToDecibels = (power: number): number => 10 * Math.log10(power);
