import type { MayContinue } from "../background/run-steps.ts";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";

const AT_ONCE = 100;

/**
 * Passes announced prices to the provider, each within the period before the first one that it is
 * charged for.
 */
export async function sendPrices(deps: Deps, mayContinue: MayContinue): Promise<void> {
  const { db, payment, log } = deps;
  const due = await db.read((queries) =>
    queries
      .selectFrom("subscriptions")
      .select(["user_id", "id", "provider", "provider_ref", "new_amount", "currency"])
      .where("new_amount", "is not", null)
      .where("new_amount_sent", "=", 0)
      .where("ended_at", "is", null)
      .where((where) => where("new_amount_cycle", "<=", where("cycle", "+", 1)))
      .limit(AT_ONCE)
      .execute(),
  );
  for (const { user_id, id, provider, provider_ref: ref, new_amount, currency } of due) {
    try {
      if (ref !== null && provider === payment.name)
        await payment.setPrice(ref, { amount: new_amount!, currency });
      await db.write((tx) =>
        tx
          .updateTable("subscriptions")
          .set({ new_amount_sent: 1 })
          .where("user_id", "=", user_id)
          .where("id", "=", id)
          .where("new_amount", "=", new_amount)
          .execute(),
      );
    } catch (error) {
      log("error", "price_not_set", describeError(error));
    }
    if (!(await mayContinue())) return;
  }
}
