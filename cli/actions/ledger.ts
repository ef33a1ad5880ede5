import fs from "node:fs";
import { ToolkitError } from "#core/errors/errors.ts";
import { openDb } from "#server/db/open-db.ts";
import { readSettings, SettingsError } from "#server/deps/settings.ts";
import { auditLedger } from "#server/ledger/audit.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { DatabaseUnavailable } from "#server/db/db.ts";
import { databaseError } from "./serve.ts";

/** `toolkit ledger audit`: prints inconsistencies to standard output, one per line. */
export async function auditCredits(context: Context, input: object): Promise<ExitCode> {
  const { json } = input as { readonly json?: boolean };
  const { database } = settingsOf(context);
  if (database.url === null && !fs.existsSync(database.file))
    throw new ToolkitError("USAGE", {
      detail: `There is no database at ${database.file}. Set DATABASE_URL or DATA_DIR as for \`toolkit serve\`.`,
    });
  const faults = await readFaults(database);
  if (json) context.print(`${JSON.stringify({ faults })}\n`);
  else for (const fault of faults) context.print(`${fault}\n`);
  if (!json && faults.length === 0) context.log("The ledger balances.\n");
  return faults.length === 0 ? 0 : 1;
}

function settingsOf({ env, root }: Context): ReturnType<typeof readSettings> {
  try {
    return readSettings(env, root);
  } catch (error) {
    if (error instanceof SettingsError) throw new ToolkitError("USAGE", { detail: error.message });
    throw error;
  }
}

async function readFaults(
  settings: ReturnType<typeof readSettings>["database"],
): Promise<readonly string[]> {
  try {
    const db = await openDb(settings, () => {});
    try {
      return await db.read((queries) => auditLedger(queries));
    } finally {
      await db.close();
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw databaseError(error);
    throw error;
  }
}
