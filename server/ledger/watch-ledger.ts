import type { Db } from "../db/db.ts";
import type { Deps } from "../deps/deps.ts";
import { auditLedger } from "./audit.ts";

/**
 * Looks for what can never be in the ledger. Credits move while it looks: what two looks have found is
 * a fault.
 */
export async function findLedgerFaults(db: Pick<Db, "read">): Promise<readonly string[]> {
  const first = await db.read(auditLedger);
  const again = new Set(first.length === 0 ? [] : await db.read(auditLedger));
  return first.filter((fault) => again.has(fault));
}

/** Tells the operator how many faults the ledger has. */
export async function watchLedger({ db, metrics, log }: Deps): Promise<void> {
  const faults = await findLedgerFaults(db);
  metrics.set("toolkit_ledger_faults", faults.length);
  if (faults.length > 0) log("error", "ledger_fault", { count: faults.length, first: faults[0] });
}
