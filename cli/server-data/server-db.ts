import fs from "node:fs";
import { ToolkitError } from "#core/errors/errors.ts";
import { type Db, DatabaseReadOnly, DatabaseUnavailable } from "#server/db/db.ts";
import { openDb } from "#server/db/open-db.ts";
import { readSettings, SettingsError } from "#server/deps/settings.ts";
import type { Context } from "../command-kit/context.ts";

export function databaseError(error: DatabaseUnavailable): ToolkitError {
  const { cause } = error;
  const detail = cause instanceof Error ? `${cause.message}.` : "";
  const code = error instanceof DatabaseReadOnly ? "DATABASE_READ_ONLY" : "DATABASE_UNAVAILABLE";
  return new ToolkitError(code, { detail }, { cause: error });
}

function settingsOf({ env, root }: Context): ReturnType<typeof readSettings> {
  try {
    return readSettings(env, root);
  } catch (error) {
    if (error instanceof SettingsError) throw new ToolkitError("USAGE", { detail: error.message });
    throw error;
  }
}

/** Runs a function on the server's database, which must exist. @throws USAGE, DATABASE_… */
export async function withServerDb<T>(context: Context, work: (db: Db) => Promise<T>): Promise<T> {
  const { database } = settingsOf(context);
  if (database.url === null && !fs.existsSync(database.file))
    throw new ToolkitError("USAGE", {
      detail: `There is no database at ${database.file}. Set DATABASE_URL or DATA_DIR as for \`toolkit serve\`.`,
    });
  try {
    const db = await openDb(database, () => {});
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw databaseError(error);
    throw error;
  }
}
