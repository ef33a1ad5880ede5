import { useState } from "react";
import { type StoreApi, useStore } from "zustand";
import type { Job, JobsState, SteadyJob } from "../../contract/job.ts";

/** Fields that change several times a second while a job runs. */
const PROGRESS_FIELDS = new Set<string>([
  "progress",
  "stage",
  "left",
  "finishing",
  "retryAt",
] satisfies (keyof Job)[]);

const isSame = (one: SteadyJob, other: SteadyJob): boolean =>
  (Object.keys(one) as (keyof SteadyJob)[]).every(
    (key) => PROGRESS_FIELDS.has(key) || one[key] === other[key],
  );

/**
 * @returns a function that strips progress from jobs, and returns the same list and objects until
 *   something else changes
 */
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

/** A job with its progress; undefined if it no longer exists. */
export const useJobProgress = (jobs: StoreApi<JobsState>, jobId: string): Job | undefined =>
  useStore(jobs, (state) => state.jobs.find(({ id }) => id === jobId));

/**
 * The jobs of the queue without progress, for components that must not render with each progress
 * message.
 */
export function useSteadyJobs(jobs: StoreApi<JobsState>): readonly SteadyJob[] {
  const [steady] = useState(createSteadyJobs);
  return useStore(jobs, (state) => steady(state.jobs));
}
