import type { Job } from "../workspace/contract/job.ts";

/** Seconds of sound that an effect does in a second, on a device of `REFERENCE`. */
const TIMES: Readonly<Record<string, number>> = {
  denoise: 8,
  breath: 20,
  clicks: 15,
  enhance: 4,
  silence: 60,
  echo: 30,
  reverb: 10,
  voice: 6,
  separation: 4,
  soundscape: 12,
};
/** Speed of that device, in millions of multiplications a second (`measureSpeed`). */
const REFERENCE = 300;

/** Seconds that a run takes beside its work. */
const START = 1;
/** Seconds of sound from which a run tells how fast the device is. */
const TELLING = 20;

/**
 * Seconds that a run takes on this device, about.
 * @param effect its id
 * @param length of the sound, in seconds
 * @param speed as the engine measures it
 */
export const estimate = (effect: string, length: number, speed: number): number =>
  START + length / ((TIMES[effect] ?? 10) * Math.max(0.05, speed / REFERENCE));

/**
 * The same from what earlier runs took; null while there was none that tells.
 * @param lengthOf length of a job's sound in seconds; null where nobody knows
 */
export function estimateFrom(
  jobs: readonly Pick<Job, "state" | "started" | "ended" | "fileIds">[],
  length: number,
  lengthOf: (fileId: string) => number | null,
): number | null {
  for (const { state, started, ended, fileIds } of jobs.toReversed()) {
    const known = lengthOf(fileIds[0] ?? "") ?? 0;
    if (state !== "done" || started === null || ended === null || known < TELLING) continue;
    return START + (Math.max(0, (ended - started) / 1000 - START) * length) / known;
  }
  return null;
}
