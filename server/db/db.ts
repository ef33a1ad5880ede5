import type { Queries, Tx } from "./schema/tables.ts";

/**
 * The database. Work may be done more than once, where it lost a race or its connection: it has no
 * effects but its queries.
 */
export interface Db {
  readonly engine: "sqlite" | "postgres";
  /** Queries that see what has been committed. @throws {DatabaseUnavailable} */
  readonly read: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  /**
   * A transaction: all of it, durably, or nothing. Its first query should write what it waits for.
   * @throws {DatabaseUnavailable} DatabaseReadOnly where nothing can be written
   */
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Takes what was deleted out of files of its own; missing where there are none. */
  readonly purge?: () => Promise<void>;
  /** Connections to a server; missing where there is none. */
  readonly connections?: () => readonly ConnectionCounts[];
  readonly close: () => Promise<void>;
}

export interface ConnectionCounts {
  readonly kind: "read" | "write";
  readonly used: number;
  readonly idle: number;
  /** Requests that wait for one. */
  readonly waiting: number;
}

/** The database does not answer, or whether it has done what it was told cannot be known. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** The database can be read, and not be written: it is read-only, or its disk is full. */
export class DatabaseReadOnly extends DatabaseUnavailable {}

export interface DatabaseSettings {
  /** A PostgreSQL address; without one a SQLite file is used. */
  readonly url: string | null;
  /** The SQLite file. */
  readonly file: string;
  /** Connections to PostgreSQL at most. */
  readonly connections: number;
}
