import {
  type DatabaseConnection,
  type TransactionSettings,
  CompiledQuery,
  Kysely,
  PostgresDialect,
  PostgresDriver,
} from "kysely";
import pg from "pg";
import type { Tables } from "./schema/tables.ts";

const INT8 = 20;
const NUMERIC = 1700;

/** @throws for a number above JavaScript's safe integers */
export function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no safe integer`);
  return value;
}

/**
 * Timeouts in milliseconds of a statement, of waiting for a lock, and of an idle transaction. A
 * waiting transaction keeps a connection from others.
 */
const TIMES = {
  statement_timeout: 10_000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 15_000,
};

const CONNECTING = { connectionTimeoutMillis: 5000, application_name: "toolkit" };

/** SQLSTATE that PgBouncer reports for an unknown connection parameter. */
const PROTOCOL_VIOLATION = "08P01";

/**
 * Whether the timeouts can be set as connection parameters. A pooler like PgBouncer rejects or
 * ignores them, because many clients share its server connections.
 */
export async function takesLimits(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, ...CONNECTING, ...TIMES });
  // A later loss of the connection is reported by the query.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name = any($1)",
      [Object.keys(TIMES)],
    );
    return rows.every(({ name, setting }) => TIMES[name as keyof typeof TIMES] === Number(setting));
  } catch (error) {
    if ((error as { code?: unknown }).code === PROTOCOL_VIOLATION) return false;
    throw error;
  } finally {
    await client.end();
  }
}

const SET_TIMES = Object.entries(TIMES).map(([name, value]) => `set local ${name} = ${value}`);

/** Sets the timeouts in each transaction, in the same round trip as `begin`. */
class PooledDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode = "read write" }: TransactionSettings,
  ): Promise<void> {
    const begin = [`start transaction ${accessMode}`, ...SET_TIMES].join("; ");
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}

interface PoolOptions {
  readonly connections: number;
  readonly onError: (error: Error) => void;
  /** The result of `takesLimits`. */
  readonly takesLimits: boolean;
}

/** Opens a PostgreSQL connection pool. A lost connection does not affect the others. */
export function openPostgres(
  url: string,
  { connections, onError, takesLimits: isDirect }: PoolOptions,
): { queries: Kysely<Tables>; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    ...CONNECTING,
    max: connections,
    idleTimeoutMillis: 30_000,
    query_timeout: 20_000,
    ...(isDirect && TIMES),
    keepAlive: true,
    types: {
      getTypeParser: (id: number, format?: "text" | "binary") =>
        id === INT8 || id === NUMERIC
          ? parseInteger
          : (pg.types.getTypeParser(id, format as "text") as (text: string) => unknown),
    } as pg.CustomTypesConfig,
  });
  pool.on("error", onError);
  // Without a listener, a connection error would terminate the process.
  pool.on("connect", (client) => client.on("error", onError));
  const dialect = new PostgresDialect({ pool });
  if (!isDirect) dialect.createDriver = () => new PooledDriver({ pool });
  return { pool, queries: new Kysely({ dialect }) };
}
