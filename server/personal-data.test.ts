import { sql } from "kysely";
import { afterEach, expect, it } from "vitest";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { exportData } from "#core/api/accounts/export-data.ts";
import { describeOnDatabases } from "./db/test-databases.ts";
import { type TestServer, createTestServer } from "./testing/test-server.ts";

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

interface Handling {
  /** Exported columns, or the reason why nothing of the table is exported. */
  readonly exported: readonly string[] | string;
  /** True if the rows are deleted with the account, or the reason why they remain. */
  readonly erased: true | string;
}
const MONEY = "records of money stay, as the law demands, under an id that leads to nobody";
const DERIVED = "the same is in the export as grants, jobs and payments";

/** Tables with user ids, and how their rows are handled. */
const PERSONAL: Readonly<Record<string, Handling>> = {
  users: { exported: ["email", "locale", "customer_id"], erased: true },
  addresses: { exported: "the form of the address by which it is looked up", erased: true },
  tokens: { exported: ["client"], erased: true },
  wallets: { exported: "it is the balance", erased: true },
  grants: { exported: ["source"], erased: MONEY },
  ledger_transactions: { exported: DERIVED, erased: MONEY },
  ledger_entries: { exported: DERIVED, erased: MONEY },
  usages: { exported: ["tool"], erased: true },
  hosted_calls: { exported: ["key", "usage_id", "call"], erased: true },
  hosted_contents: {
    exported: "what these calls send and return, encrypted, for as long as their jobs run",
    erased: true,
  },
  idempotency: { exported: "copies of responses, for a day", erased: true },
  orders: { exported: ["plan_id", "name", "currency"], erased: MONEY },
  subscriptions: { exported: ["plan_id", "plan_name", "currency"], erased: MONEY },
  payment_refs: { exported: DERIVED, erased: MONEY },
  payment_reversals: { exported: DERIVED, erased: MONEY },
  sandbox_checkouts: { exported: "payments that nobody makes", erased: true },
  history_marks: { exported: "numbers of rows, by which pages are found", erased: true },
  podcasts: { exported: ["title", "language", "audio_url"], erased: true },
  podcast_audio: { exported: ["id", "type"], erased: true },
  podcast_feeds: { exported: ["id"], erased: true },
  download_tickets: { exported: ["url", "format"], erased: true },
  ratings: { exported: ["tool", "review"], erased: true },
  jobs: { exported: ["tool", "task", "upload", "fault", "result"], erased: true },
  job_files: { exported: ["id", "job_id"], erased: true },
  job_file_parts: { exported: "digests of encrypted parts of these files", erased: true },
  second_factors: { exported: "a secret: only that there is one", erased: true },
  recovery_codes: { exported: "digests: only how many there are", erased: true },
};

/** Tables without user ids, and why their rows cannot be linked to a person. */
const NOT_PERSONAL: Readonly<Record<string, string>> = {
  codes: "an address for ten minutes; deleted with the account",
  outbox: "sealed messages with a digest of the address; deleted with the account, or when sent",
  limits: "keyed digests, for hours",
  slots: "keyed digests, for as long as something runs",
  download_slots: "keyed digests, of an earlier version",
  free_credits: "keyed digests of mailboxes, so that credits are given once",
  webhook_events: "numbers of a payment provider",
  provider_tasks: "numbers of a payment provider, keys of objects, until they are done",
  sandbox_events: "payments that nobody makes",
  receipt_numbers: "one counter for all",
  storage_totals: "one counter for all",
  job_erasures: "receipts that name no account, for those who know the id of a file",
  rating_totals: "sums over all visitors",
  announcements: "changes that concern all; the id of the last account that was notified",
  leases: "processes",
  workers: "processes",
  ledger_audits: "one row for all",
  probes: "one row for all",
  migrations: "the schema",
};

/** Values allowed by the tables' constraints; all other columns get a unique word or number. */
const VALUES: Readonly<Record<string, string | number | Uint8Array | null>> = {
  "grants.bucket": "bought",
  "usages.state": "settled",
  "orders.status": "paid",
  "orders.kind": "pack",
  "orders.period": null,
  "orders.subscription_id": null,
  "subscriptions.period": "monthly",
  "subscriptions.status": "cancelled",
  "podcasts.transcript": "[]",
  "usages.hidden": 1,
  "hosted_calls.state": "done",
  "hosted_contents.role": "result",
  "hosted_contents.sealed": new Uint8Array([1]),
  "jobs.state": "done",
  "job_files.state": "complete",
  "job_file_parts.file_id": "word-job_files-id",
  // Pending, so that the deletion requires no second code.
  "second_factors.confirmed_at": null,
};

describeOnDatabases("personal data", ({ fresh, engine }) => {
  let server: TestServer;
  afterEach(() => server.close());

  async function readColumns(): Promise<Map<string, { name: string; isText: boolean }[]>> {
    const statement =
      engine === "postgres"
        ? sql<Column>`select table_name as "table", column_name as name, data_type as type
            from information_schema.columns where table_schema = 'public'`
        : sql<Column>`select m.name as "table", c.name as name, c.type as type
            from sqlite_master m join pragma_table_info(m.name) c
            where m.type = 'table' and m.name not like 'sqlite_%'`;
    const { rows } = await server.deps.db.read((queries) => statement.execute(queries));
    const tables = new Map<string, { name: string; isText: boolean }[]>();
    for (const { table, name, type } of rows)
      tables.set(table, [...(tables.get(table) ?? []), { name, isText: /text/i.test(type) }]);
    return tables;
  }

  it("USR-5 each table with a user's id is exported and erased, or a reason says why not", async () => {
    server = await createTestServer(await fresh());
    const { db } = server.deps;
    const tables = await readColumns();
    for (const [table, columns] of tables) {
      const hasUser = table === "users" || columns.some(({ name }) => name === "user_id");
      expect([table, table in (hasUser ? PERSONAL : NOT_PERSONAL)]).toEqual([table, true]);
    }
    const user = await server.addUser();
    const word = (table: string, column: string): string => `word-${table}-${column}`;
    await db.write(async (tx) => {
      for (const [table, columns] of tables) {
        if (!(table in PERSONAL)) continue;
        const owner = table === "users" ? "id" : "user_id";
        const values = columns.map(({ name, isText }) => {
          if (name === owner) return user.userId;
          const value = VALUES[`${table}.${name}`];
          return value !== undefined ? value : isText ? word(table, name) : 1;
        });
        const exists = ["users", "addresses", "wallets"].includes(table);
        if (exists && table !== "users") continue;
        if (exists)
          await sql`update users set locale = ${word(table, "locale")}, email = ${`${word(table, "email")}@example.org`},
            customer_id = ${word(table, "customer_id")} where id = ${user.userId}`.execute(tx);
        else
          await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
            values (${sql.join(values.map((value) => (value === null ? sql`null` : sql`${value}`)))})`.execute(
            tx,
          );
      }
    });
    const { data } = await server.call(exportData, {}, user);
    const text = JSON.stringify(data);
    for (const [table, { exported }] of Object.entries(PERSONAL))
      if (tables.has(table) && typeof exported !== "string")
        for (const column of exported) expect(text).toContain(word(table, column));
    expect(data.usages).toMatchObject([{ hidden: true }]);
    expect(data.second_factor).toMatchObject({ recovery_codes: 1 });

    const done = await server.call(cancelAccount, { password: "a password of mine" }, user);
    expect([done.status, server.logs.filter(({ level }) => level === "error")]).toEqual([200, []]);
    for (const [table, { erased }] of Object.entries(PERSONAL)) {
      if (!tables.has(table)) continue;
      const owner = sql.ref(table === "users" ? "id" : "user_id");
      const { rows } = await db.read((queries) =>
        sql`select * from ${sql.table(table)} where ${owner} = ${user.userId}`.execute(queries),
      );
      expect([table, rows.length > 0]).toEqual([table, erased !== true]);
    }
  });

  it("USR-5 an export is read in pages, and has each row once, in its order", async () => {
    server = await createTestServer(await fresh());
    const user = await server.addUser();
    await server.deps.db.write(async (tx) => {
      for (let at = 0; at < 1203; at++) {
        const [id, now] = [server.deps.ids(), server.deps.clock()];
        await sql`insert into usages (user_id, id, tool, milliseconds, cost, state, created_at, hidden)
          values (${user.userId}, ${id}, 'cleaner', 1000, 0, 'settled', ${now}, ${at % 2})`.execute(
          tx,
        );
      }
    });
    const { data } = await server.call(exportData, {}, user);
    const ids = data.usages.map(({ id }) => id);
    expect(ids).toHaveLength(1203);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });
});
