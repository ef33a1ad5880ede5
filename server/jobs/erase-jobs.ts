import type { ErasureHook } from "../deps/deps.ts";

/**
 * Deletes the user's jobs with the account, whose credits are refunded before. Their files are
 * erased with all other files of the account.
 */
export const eraseJobs: ErasureHook = {
  erase: async (tx, deps, userId) => {
    const jobs = await tx.deleteFrom("jobs").where("user_id", "=", userId).returningAll().execute();
    for (const job of jobs) await deps.jobQueue.remove(tx, job);
  },
};
