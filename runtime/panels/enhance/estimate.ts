/** Seconds of sound that an effect does in a second, on a device of `REFERENCE`. */
const TIMES: Readonly<Record<string, number>> = {
  denoise: 8,
  breath: 20,
  clicks: 15,
  enhance: 4,
  silence: 60,
  echo: 30,
  reverb: 10,
};
/** Speed of that device, in millions of multiplications a second (`measureSpeed`). */
const REFERENCE = 300;

/**
 * Seconds that a run takes on this device, about.
 * @param length of the sound, in seconds
 * @param speed as the engine measures it
 */
export const estimate = (preset: string, length: number, speed: number): number =>
  1 + length / ((TIMES[preset] ?? 10) * Math.max(0.05, speed / REFERENCE));
