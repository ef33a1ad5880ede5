import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import type { Tables } from "./schema/tables.ts";
import { sqliteDialect } from "./sqlite-driver.ts";

/** Before it, a checkpoint of the write-ahead log could lose committed pages. */
const OLDEST = [3, 51, 3] as const;

/** Empties the write-ahead log into the file; where somebody reads from it, later. */
export const emptyLog = (writer: Kysely<Tables>): Promise<unknown> =>
  sql`pragma wal_checkpoint(truncate)`.execute(writer);

export interface Connections {
  readonly reader: Kysely<Tables>;
  readonly writer: Kysely<Tables>;
}

/** @throws when the library has a known fault */
export function checkVersion(version: string): void {
  const parts = version.split(".").map(Number);
  const difference = OLDEST.map((part, index) => (parts[index] ?? 0) - part).find((d) => d !== 0);
  if ((difference ?? 0) < 0)
    throw new Error(
      `SQLite ${version} can lose data. Run with a Node that has SQLite ${OLDEST.join(".")} or newer, or set DATABASE_URL to a PostgreSQL.`,
    );
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  // The time first: switching to the log waits for other processes, too.
  for (const pragma of [
    "busy_timeout=10000",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    // What is deleted is overwritten, and not just left out of the index.
    "secure_delete=ON",
  ])
    database.exec(`pragma ${pragma}`);
  return database;
}

/**
 * Opens a SQLite file, made where it is missing, readable by its owner alone. One connection writes;
 * the other reads what is committed, and refuses to write.
 */
export function openSqlite(file: string): Connections {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.closeSync(fs.openSync(file, "a", 0o600));
  const writer = open(file);
  const { version } = writer.prepare("select sqlite_version() as version").get() as {
    version: string;
  };
  try {
    checkVersion(version);
  } catch (error) {
    writer.close();
    throw error;
  }
  // Waiting in the library stops everything else that this process does: it is kept short, and
  // repeated from outside.
  writer.exec("pragma busy_timeout=100");
  const reader = open(file);
  reader.exec("pragma query_only=ON");
  return {
    reader: new Kysely({ dialect: sqliteDialect(reader) }),
    writer: new Kysely({ dialect: sqliteDialect(writer) }),
  };
}
