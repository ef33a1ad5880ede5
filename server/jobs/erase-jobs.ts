import type { ErasureHook } from "../deps/deps.ts";
import { eraseInput, eraseResults } from "./job-files.ts";

/** Deletes the user's jobs and their files with the account, whose credits are refunded before. */
export const eraseJobs: ErasureHook = {
  erase: async (tx, deps, userId) => {
    const jobs = await tx.deleteFrom("jobs").where("user_id", "=", userId).returningAll().execute();
    for (const job of jobs) {
      await deps.jobQueue.remove(tx, job);
      await eraseInput(tx, deps, job);
      await eraseResults(tx, deps, job, job.attempt + 1);
    }
  },
};
