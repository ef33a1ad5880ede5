import type { ErasureHook } from "../deps/deps.ts";
import { addTasks } from "../payments/tasks.ts";
import { deleteAudio } from "./storage-total.ts";
import { keyOf } from "./audio.ts";

/** Deletes the user's shared podcasts and their audio with the account. */
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
