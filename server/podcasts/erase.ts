import type { ErasureHook } from "../deps/deps.ts";
import { addTasks } from "../payments/tasks.ts";
import { deleteAudio } from "./storage-total.ts";
import { keyOf } from "./audio.ts";

/** Podcasts that a user has shared go with the account, and their audio with them. */
export const erasePodcasts: ErasureHook = {
  erase: async (tx, deps, userId) => {
    const audio = await deleteAudio(tx, "user_id", userId);
    await addTasks(
      tx,
      deps,
      audio.map((id) => ({ provider: "", kind: "erase", ref: keyOf(id) })),
    );
    await tx.deleteFrom("podcast_feeds").where("user_id", "=", userId).execute();
    await tx.deleteFrom("podcasts").where("user_id", "=", userId).execute();
  },
};
