import type { PassCosts } from "#audio/effect.ts";
import type { Job } from "../contract/job.ts";

/** Costs of work that is no effect, as those of effects: measured by `bench/progress`, or shares of such a cost. */
const OTHER_COSTS: Readonly<Record<string, PassCosts>> = {
  separation: { analysis: 0, work: 37 },
  // Splitting the song is 0.45 of the work.
  cover: { analysis: 0, work: 89 },
  soundscape: { analysis: 0, work: 33 },
};

/** Milliseconds per second of stereo sound in which a file is read, passed on and written. */
const READING_AND_WRITING = 6;
/** Speed of the device on which costs were measured, in millions of multiplications a second (`measureSpeed`). */
const REFERENCE = 750;

/** Overhead of a run, in seconds. */
const START = 2;
/** Minimum duration of a sound, in seconds, for its run to count as a measurement of the device. */
const MIN_MEASURED_SECONDS = 20;

/**
 * Costs by which the time of a run is estimated; null where they are not known.
 * @param id of an effect, or of other work
 * @param loadEffect loads the effect of an id
 */
export const costsOf = async (
  id: string,
  loadEffect: (id: string) => Promise<{ readonly cost?: PassCosts }>,
): Promise<PassCosts | null> => OTHER_COSTS[id] ?? (await loadEffect(id)).cost ?? null;

/**
 * Estimated duration of a run on this device, in seconds.
 * @param length duration of the sound, in seconds
 * @param speed as measured by the engine
 */
export const estimate = ({ analysis, work }: PassCosts, length: number, speed: number): number =>
  START +
  ((analysis + work + READING_AND_WRITING) * length) / 1000 / Math.max(0.05, speed / REFERENCE);

/**
 * Estimated duration of a run of a studio model on this device's processor, in seconds. A graphics
 * card or several cores are faster.
 * @param realTime seconds of sound that it processes per second on one core of the reference device
 * @param length duration of the sound, in seconds
 * @param speed as measured by the engine
 */
export const estimateModel = (realTime: number, length: number, speed: number): number =>
  START + length / realTime / Math.max(0.05, speed / REFERENCE);

/**
 * Estimate from earlier runs; null if none is long enough.
 * @param lengthOf duration of a job's sound in seconds; null if unknown
 */
export function estimateFrom<J extends Pick<Job, "state" | "started" | "ended">>(
  jobs: readonly J[],
  length: number,
  lengthOf: (job: J) => number | null,
): number | null {
  for (const job of jobs.toReversed()) {
    const { state, started, ended } = job;
    const known = lengthOf(job) ?? 0;
    if (state !== "done" || started === null || ended === null || known < MIN_MEASURED_SECONDS)
      continue;
    return START + (Math.max(0, (ended - started) / 1000 - START) * length) / known;
  }
  return null;
}
