import type { ErasureHook } from "../deps/deps.ts";
import { endSubscription, findRunning } from "./subscriptions.ts";

/**
 * What goes of payments with an account: its plan ends at once and takes nothing more. Orders stay,
 * as the law asks, under an id that leads to nobody.
 */
export const erasePayments: ErasureHook = {
  erase: async (tx, deps, userId) => {
    const running = await findRunning(tx, userId);
    if (running) await endSubscription(tx, deps, running, { tellsProvider: true });
    await tx.deleteFrom("sandbox_checkouts").where("user_id", "=", userId).execute();
    await tx.deleteFrom("history_marks").where("user_id", "=", userId).execute();
  },
};
