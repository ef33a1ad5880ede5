import type { ErasureHook } from "../deps/deps.ts";
import { removeReview } from "./totals.ts";

/** Deletes reviews with their account; the stars remain, anonymously. */
export const eraseRatings: ErasureHook = {
  erase: async (tx, _deps, userId) => {
    const written = await tx
      .selectFrom("ratings")
      .select("tool")
      .where("user_id", "=", userId)
      .where("review", "<>", "")
      // Fixed order, to avoid deadlocks between two accounts that are deleted at the same time.
      .orderBy("tool")
      .execute();
    await tx
      .updateTable("ratings")
      .set((fields) => ({ user_id: null, review: "", visitor: fields.ref("id") }))
      .where("user_id", "=", userId)
      .execute();
    for (const { tool } of written) await removeReview(tx, tool);
  },
};
