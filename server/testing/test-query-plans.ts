import {
  type KyselyPlugin,
  type RootOperationNode,
  CompiledQuery,
  PostgresQueryCompiler,
  SqliteQueryCompiler,
  sql,
  createQueryId,
} from "kysely";
import type { Db } from "../db/db.ts";
import type { Queries, Tx } from "../db/schema/tables.ts";

/** Statements by their PostgreSQL text. */
export type WatchedQueries = Map<string, RootOperationNode>;

/** Wraps a database and records all its statements. */
export function watchQueries(db: Db): { readonly db: Db; readonly watched: WatchedQueries } {
  const watched: WatchedQueries = new Map();
  const compiler = new PostgresQueryCompiler();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      watched.set(compiler.compileQuery(node, createQueryId()).sql, node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return {
    watched,
    db: {
      ...db,
      read: (work) => db.read((queries) => work(queries.withPlugin(plugin))),
      write: (work) => db.write((tx) => work(tx.withPlugin(plugin) as Tx)),
    },
  };
}

/** Tables with few rows, whatever the number of accounts. */
const SMALL = new Set([
  "probes",
  "migrations",
  "receipt_numbers",
  "storage_totals",
  "sandbox_events",
  "leases",
  "ledger_audits",
  "rating_totals",
  "slots",
  "workers",
  "announcements",
]);

/** Resolves a table alias in a statement. */
function tableOf(name: string, text: string, tables: ReadonlySet<string>): string | null {
  const real = new RegExp(`"(\\w+)" as "${name}"`).exec(text)?.[1] ?? name;
  return tables.has(real) && !SMALL.has(real) ? real : null;
}

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function explainOnPostgres(tx: Tx, { sql: text, parameters }: CompiledQuery) {
  const query = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]);
  const { rows } = await tx.executeQuery<{ "QUERY PLAN": readonly [{ readonly Plan: Plan }] }>(
    query,
  );
  return nodesOf(rows[0]!["QUERY PLAN"][0].Plan);
}

/**
 * Indexes that may be scanned completely: partial ones, and those of tables with so few rows that
 * the planner's choice is arbitrary.
 */
async function harmlessIndexes(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name
    from pg_index join pg_class on pg_class.oid = indrelid
    where indpred is not null or reltuples < 100`.execute(tx);
  return new Set(rows.map(({ name }) => name));
}

async function tablesOf(db: Db): Promise<ReadonlySet<string>> {
  const tables = await db.read((queries) => queries.introspection.getTables());
  return new Set(tables.map(({ name }) => name));
}

/** @returns statements that scan a large table completely, with the table's name */
export async function findFullScans(db: Db, watched: WatchedQueries): Promise<string[]> {
  const tables = await tablesOf(db);
  const isExplained = (text: string): boolean =>
    /^\s*(select|with|insert|update|delete)\b/i.test(text);
  const compiler = db.engine === "sqlite" ? new SqliteQueryCompiler() : new PostgresQueryCompiler();
  const statements = [...watched.values()]
    .map((node) => compiler.compileQuery(node, createQueryId()))
    .filter(({ sql: text }) => isExplained(text));
  const explain = db.engine === "sqlite" ? scansOfSqlite : scansOfPostgres;
  return await explain(db, statements, tables);
}

async function scansOfSqlite(
  db: Db,
  statements: readonly CompiledQuery[],
  tables: ReadonlySet<string>,
): Promise<string[]> {
  return await db.read(async (queries: Queries) => {
    const found: string[] = [];
    for (const { sql: text, parameters } of statements) {
      const query = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
      const { rows } = await queries.executeQuery<{ detail: string }>(query);
      for (const { detail } of rows) {
        const name = /^SCAN (\w+)/.exec(detail)?.[1];
        const table = name === undefined ? null : tableOf(name, text, tables);
        if (table !== null) found.push(`${table}: ${text}`);
      }
    }
    return found;
  });
}

async function scansOfPostgres(
  db: Db,
  statements: readonly CompiledQuery[],
  tables: ReadonlySet<string>,
): Promise<string[]> {
  return await db.write(async (tx) => {
    // Test tables are so small that a sequential scan would be the fastest plan.
    for (const way of [sql`seqscan`, sql`hashjoin`, sql`mergejoin`])
      await sql`set local enable_${way} = off`.execute(tx);
    const harmless = await harmlessIndexes(tx);
    const found: string[] = [];
    for (const statement of statements) {
      let relation: string | undefined;
      for (const node of await explainOnPostgres(tx, statement)) {
        relation = node["Relation Name"] ?? relation;
        const isIndexScan = /^(Bitmap Index|Index Only|Index) Scan$/.test(node["Node Type"]);
        const isWhole =
          node["Node Type"] === "Seq Scan" ||
          (isIndexScan && node["Index Cond"] === undefined && !harmless.has(node["Index Name"]!));
        const table = isWhole ? tableOf(relation ?? "", statement.sql, tables) : null;
        if (table !== null) found.push(`${table}: ${statement.sql}`);
      }
    }
    return found;
  });
}
