import type { ErasureHook } from "../deps/deps.ts";
import { addTask } from "../payments/tasks.ts";

/** Podcasts that a user has shared go with the account, and their audio with them. */
export const erasePodcasts: ErasureHook = {
  erase: async (tx, deps, userId) => {
    const audio = await tx
      .deleteFrom("podcast_audio")
      .where("user_id", "=", userId)
      .returning("id")
      .execute();
    for (const { id } of audio)
      await addTask(tx, deps, { provider: "", kind: "erase", ref: `podcasts/${id}` });
    await tx.deleteFrom("podcast_feeds").where("user_id", "=", userId).execute();
    await tx.deleteFrom("podcasts").where("user_id", "=", userId).execute();
  },
};
