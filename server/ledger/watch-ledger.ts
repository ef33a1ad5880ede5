import type { Deps } from "../deps/deps.ts";
import { auditLedger } from "./audit.ts";

/**
 * Looks for what can never be in the ledger, and tells the operator how much there is. Credits move
 * while it looks: what two looks have found is a fault.
 */
export async function watchLedger({ db, metrics, log }: Deps): Promise<void> {
  const first = await db.read(auditLedger);
  const again = new Set(first.length === 0 ? [] : await db.read(auditLedger));
  const faults = first.filter((fault) => again.has(fault));
  metrics.set("toolkit_ledger_faults", faults.length);
  if (faults.length > 0) log("error", "ledger_fault", { count: faults.length, first: faults[0] });
}
