import { auditLedger } from "#server/ledger/audit.ts";
import { withServerDb } from "../../server-data/server-db.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";

/** `toolkit ledger audit`: prints inconsistencies to standard output, one per line. */
export async function auditCredits(context: Context, input: object): Promise<ExitCode> {
  const { json } = input as { readonly json?: boolean };
  const faults = await withServerDb(context, (db) => db.read((queries) => auditLedger(queries)));
  if (json) context.print(`${JSON.stringify({ faults })}\n`);
  else for (const fault of faults) context.print(`${fault}\n`);
  if (!json && faults.length === 0) context.log("The ledger balances.\n");
  return faults.length === 0 ? 0 : 1;
}
