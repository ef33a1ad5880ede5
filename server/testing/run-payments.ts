import type { Deps } from "../deps/deps.ts";
import { closeOldOrders } from "../payments/orders.ts";
import { sendPrices } from "../announcements/send-prices.ts";
import { runSubscriptions } from "../payments/run-due.ts";
import { runTasks } from "../payments/tasks.ts";

export async function runPayments(deps: Deps): Promise<void> {
  const mayContinue = async (): Promise<boolean> => true;
  for (const step of [sendPrices, runSubscriptions, closeOldOrders, runTasks])
    await step(deps, mayContinue);
}
