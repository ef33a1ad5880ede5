import { useState } from "react";
import { type StoreApi, useStore } from "zustand";
import type { Job, JobsState, SteadyJob } from "../../workspace/contract/job.ts";

/** What changes several times a second while a job runs. */
const FLEETING = new Set<string>([
  "progress",
  "stage",
  "left",
  "finishing",
  "retryAt",
] satisfies (keyof Job)[]);

const isSame = (one: SteadyJob, other: SteadyJob): boolean =>
  (Object.keys(one) as (keyof SteadyJob)[]).every(
    (key) => FLEETING.has(key) || one[key] === other[key],
  );

/** @returns gives jobs without how far they are: the same list and the same objects until something else changes */
export function createSteadyJobs(): (jobs: readonly Job[]) => readonly SteadyJob[] {
  let seen: readonly Job[] = [];
  let last: readonly SteadyJob[] = [];
  return (jobs) => {
    if (jobs === seen) return last;
    seen = jobs;
    const before = new Map(last.map((job) => [job.id, job]));
    const next = jobs.map((job) => {
      const known = before.get(job.id);
      return known && isSame(job, known) ? known : job;
    });
    if (next.length !== last.length || next.some((job, at) => job !== last[at])) last = next;
    return last;
  };
}

/** A job with how far it is; undefined where it is not there any more. */
export const useMovingJob = (jobs: StoreApi<JobsState>, jobId: string): Job | undefined =>
  useStore(jobs, (state) => state.jobs.find(({ id }) => id === jobId));

/** The queue's jobs, for what does not show how far they are: it is not rendered with each progress. */
export function useSteadyJobs(jobs: StoreApi<JobsState>): readonly SteadyJob[] {
  const [steady] = useState(createSteadyJobs);
  return useStore(jobs, (state) => steady(state.jobs));
}
