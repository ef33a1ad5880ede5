import type { ErasureHook } from "../deps/deps.ts";

/** What somebody wrote goes with the account; the stars stay, as nobody's. */
export const eraseRatings: ErasureHook = {
  erase: async (tx, _deps, userId) => {
    await tx
      .updateTable("ratings")
      .set((fields) => ({ user_id: null, review: "", visitor: fields.ref("id") }))
      .where("user_id", "=", userId)
      .execute();
  },
};
