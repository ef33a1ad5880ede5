import type { DatabaseSync, StatementSync, SQLInputValue } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

const STATEMENTS = 500;

/**
 * Kysely dialect for a `node:sqlite` database with a single connection, used by one caller at a
 * time.
 */
export const sqliteDialect = (database: DatabaseSync): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => createDriver(database),
  createIntrospector: (queries) => new SqliteIntrospector(queries),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

function createDriver(database: DatabaseSync): Driver {
  const connection = createConnection(database);
  let last: Promise<void> = Promise.resolve();
  let release = (): void => {};
  const execute = async (command: string): Promise<void> => database.exec(command);
  return {
    init: async () => {},
    acquireConnection: async () => {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      release = resolve;
      return connection;
    },
    releaseConnection: async () => release(),
    // Takes the write lock immediately: a transaction that reads first and writes later could fail
    // with a conflict.
    beginTransaction: () => execute("begin immediate"),
    commitTransaction: () => execute("commit"),
    rollbackTransaction: async () => {
      // A full disk has already rolled back the transaction.
      if (database.isTransaction) database.exec("rollback");
    },
    destroy: async () => database.close(),
  };
}

interface Prepared {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

function createConnection(database: DatabaseSync): DatabaseConnection {
  const prepared = new Map<string, Prepared>();
  function prepare(text: string): Prepared {
    const known = prepared.get(text);
    if (known) return known;
    const statement = database.prepare(text);
    const made = { statement, returnsRows: statement.columns().length > 0 };
    if (prepared.size >= STATEMENTS) prepared.clear();
    prepared.set(text, made);
    return made;
  }
  return {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const { statement, returnsRows: answers } = prepare(query.sql);
      const values = query.parameters as SQLInputValue[];
      if (answers) return { rows: statement.all(...values) as R[] };
      const { changes, lastInsertRowid } = statement.run(...values);
      return {
        rows: [],
        numAffectedRows: BigInt(changes),
        insertId: BigInt(lastInsertRowid),
      };
    },
    streamQuery: () => {
      throw new Error("SQLite is read at once");
    },
  };
}
