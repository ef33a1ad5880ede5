import type { ErasureHook } from "../deps/deps.ts";
import { removeReview } from "./totals.ts";

/** What somebody wrote goes with the account; the stars stay, as nobody's. */
export const eraseRatings: ErasureHook = {
  erase: async (tx, _deps, userId) => {
    const written = await tx
      .selectFrom("ratings")
      .select("tool")
      .where("user_id", "=", userId)
      .where("review", "<>", "")
      // In one order, as two accounts that go at the same time share tools.
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
