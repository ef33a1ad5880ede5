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

const CONNECTING = { connectionTimeoutMillis: 5000, application_name: "toolkit" };

/** SQLSTATE of PgBouncer for a parameter of a connection that it does not know. */
const PROTOCOL_VIOLATION = "08P01";

/**
 * Whether the limits can be parameters of a connection. A pooler, such as PgBouncer, refuses them or drops
 * them: its connections to the server are shared by many.
 */
export async function takesLimits(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, ...CONNECTING, ...TIMES });
  // A connection that is lost later is told by its query.
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

/** Sets the limits in each transaction, on its way to the server together with its beginning. */
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
  /** As `takesLimits` has found. */
  readonly takesLimits: boolean;
}

/** Opens a pool of connections to a PostgreSQL. A connection that dies takes nothing else with it. */
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
  // Without a listener an error of a connection in use would end the process.
  pool.on("connect", (client) => client.on("error", onError));
  const dialect = new PostgresDialect({ pool });
  if (!isDirect) dialect.createDriver = () => new PooledDriver({ pool });
  return { pool, queries: new Kysely({ dialect }) };
}
