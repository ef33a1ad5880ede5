import type { ErasureHook } from "../deps/deps.ts";
import { addTask } from "../payments/tasks.ts";
import { deleteAudio } from "./storage-total.ts";

/** Podcasts that a user has shared go with the account, and their audio with them. */
export const erasePodcasts: ErasureHook = {
  erase: async (tx, deps, userId) => {
    for (const id of await deleteAudio(tx, "user_id", userId))
      await addTask(tx, deps, { provider: "", kind: "erase", ref: `podcasts/${id}` });
    await tx.deleteFrom("podcast_feeds").where("user_id", "=", userId).execute();
    await tx.deleteFrom("podcasts").where("user_id", "=", userId).execute();
  },
};
