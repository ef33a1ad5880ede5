import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import type { Tables } from "./schema/tables.ts";
import { sqliteDialect } from "./sqlite-driver.ts";

/** In earlier versions, a checkpoint of the write-ahead log could lose committed pages. */
const OLDEST = [3, 51, 3] as const;

/** Checkpoints and truncates the write-ahead log; postponed while there are readers. */
export const emptyLog = (writer: Kysely<Tables>): Promise<unknown> =>
  sql`pragma wal_checkpoint(truncate)`.execute(writer);

export interface Connections {
  readonly reader: Kysely<Tables>;
  readonly writer: Kysely<Tables>;
}

/** @throws for a version with a known bug */
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
  // The timeout first: switching to the write-ahead log waits for other processes, too.
  for (const pragma of [
    "busy_timeout=10000",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    // Deleted content is overwritten, not only unlinked.
    "secure_delete=ON",
  ])
    database.exec(`pragma ${pragma}`);
  return database;
}

/**
 * Opens a SQLite file, which is created if missing, with access for its owner only. One connection
 * writes; the other is read-only and sees committed data.
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
  // SQLite's busy timeout blocks the event loop, so it is short and the caller retries.
  writer.exec("pragma busy_timeout=100");
  const reader = open(file);
  reader.exec("pragma query_only=ON");
  return {
    reader: new Kysely({ dialect: sqliteDialect(reader) }),
    writer: new Kysely({ dialect: sqliteDialect(writer) }),
  };
}
