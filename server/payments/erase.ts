import type { ErasureHook } from "../deps/deps.ts";
import { endSubscription, findRunning } from "./subscriptions.ts";

/**
 * Ends the plan of a deleted account immediately, without further charges. Orders remain, as the
 * law requires, under an id that cannot be linked to a person.
 */
export const erasePayments: ErasureHook = {
  erase: async (tx, deps, userId) => {
    const running = await findRunning(tx, userId);
    if (running) await endSubscription(tx, deps, running, { notifyProvider: true });
    await tx.deleteFrom("sandbox_checkouts").where("user_id", "=", userId).execute();
    await tx.deleteFrom("history_marks").where("user_id", "=", userId).execute();
  },
};
