import type { Queries, Tx } from "./schema/tables.ts";

/**
 * The database. A callback may run more than once, after a serialization conflict or a lost
 * connection, so it must have no effects except its queries.
 */
export interface Db {
  readonly engine: "sqlite" | "postgres";
  /** Queries that see committed data. @throws {DatabaseUnavailable} */
  readonly read: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  /**
   * Runs an atomic, durable transaction. Its first query should write the row that it has to lock.
   * @throws {DatabaseUnavailable} DatabaseReadOnly if nothing can be written
   */
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Removes deleted data from the database's auxiliary files; undefined if there are none. */
  readonly purge?: () => Promise<void>;
  /** Connections to a database server; undefined for an embedded database. */
  readonly connections?: () => readonly ConnectionCounts[];
  readonly close: () => Promise<void>;
}

export interface ConnectionCounts {
  readonly kind: "read" | "write";
  readonly used: number;
  readonly idle: number;
  /** Requests waiting for a connection. */
  readonly waiting: number;
}

/** The database does not respond, or the outcome of a statement is unknown. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** The database can be read but not written: it is read-only, or its disk is full. */
export class DatabaseReadOnly extends DatabaseUnavailable {}

export interface DatabaseSettings {
  /** PostgreSQL URL; null: uses a SQLite file. */
  readonly url: string | null;
  readonly file: string;
  readonly connections: number;
}
