import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Tables } from "./schema/tables.ts";

const INT8 = 20;
const NUMERIC = 1700;

/** @throws for a number that JavaScript cannot hold */
export function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no safe integer`);
  return value;
}

/**
 * Milliseconds that a statement may run, wait for somebody else's lock, and that a transaction may
 * hold its own while nothing comes. Who waits keeps a connection from others.
 */
const TIMES = {
  statement_timeout: 10_000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 15_000,
};

/** Opens a pool of connections to a PostgreSQL. A connection that dies takes nothing else with it. */
export function openPostgres(
  url: string,
  { connections, onError }: { readonly connections: number; onError: (error: Error) => void },
): { queries: Kysely<Tables>; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "toolkit",
    max: connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    query_timeout: 20_000,
    ...TIMES,
    keepAlive: true,
    types: {
      getTypeParser: (id: number, format?: "text" | "binary") =>
        id === INT8 || id === NUMERIC
          ? parseInteger
          : (pg.types.getTypeParser(id, format as "text") as (text: string) => unknown),
    } as pg.CustomTypesConfig,
  });
  pool.on("error", onError);
  // Without a listener an error of a connection in use would end the process.
  pool.on("connect", (client) => client.on("error", onError));
  return { pool, queries: new Kysely({ dialect: new PostgresDialect({ pool }) }) };
}
