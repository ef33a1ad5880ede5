import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { sql } from "kysely";
import { afterEach, expect, it } from "vitest";
import { needs, only } from "#tests/left-out.ts";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { createTestServer } from "../testing/test-server.ts";
import { DatabaseUnavailable } from "./db.ts";
import { openDb } from "./open-db.ts";
import type { Queries } from "./schema/tables.ts";
import { describeOnDatabases } from "./test-databases.ts";

const PROGRAM = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find((file) => fs.existsSync(file));
const ignore = (): void => {};

/** Starts PgBouncer in transaction mode, with two server connections shared by all clients. */
async function startPgBouncer(url: string, options: readonly string[] = []) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-pgbouncer-"));
  fs.chmodSync(folder, 0o777);
  const { pathname, searchParams, hostname, port, username } = new URL(url);
  const host = searchParams.get("host") ?? hostname;
  const file = path.join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `* = host=${host} port=${port || 5432} user=${username}`,
    "[pgbouncer]",
    `unix_socket_dir = ${folder}`,
    "listen_addr =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 2",
    "server_reset_query_always = 0",
    ...options,
  ];
  fs.writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o644 });
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const [command, ...args] = isRoot
    ? ["runuser", "-u", "postgres", "--", PROGRAM!, file]
    : [PROGRAM!, file];
  const child = spawn(command!, args, { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const isUp = (): boolean => fs.existsSync(path.join(folder, ".s.PGSQL.6432"));
  await expect.poll(isUp, { timeout: 20_000, message: log }).toBe(true);
  return {
    url: `postgres://postgres@localhost:6432${pathname}?host=${encodeURIComponent(folder)}`,
    log: () => log,
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      // `runuser` forwards signals to its program.
      await once(child, "exit");
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

const timesOf = async (queries: Queries): Promise<string[]> => {
  const { rows } = await sql<{
    setting: string;
  }>`select current_setting(name) as setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    order by name desc`.execute(queries);
  return rows.map(({ setting }) => setting);
};

describeOnDatabases("a PgBouncer before the database", ({ engine, fresh }) => {
  const options =
    engine === "postgres"
      ? needs(PROGRAM !== undefined, "PgBouncer (Debian's package pgbouncer)")
      : only(false, "on PostgreSQL");
  let pooler: Awaited<ReturnType<typeof startPgBouncer>> | undefined;
  afterEach(async () => {
    await pooler?.stop();
    pooler = undefined;
  });
  const start = async (...given: string[]) => {
    const settings = await fresh();
    pooler = await startPgBouncer(settings.url!, given);
    return { direct: settings, pooled: { ...settings, url: pooler.url } };
  };

  it.each([
    ["refuses parameters of connections", []],
    [
      "drops them",
      [
        "ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout",
      ],
    ],
  ])(
    "API-17 one that %s has the same limits of time, and hands none on to other programs",
    options,
    async (_what, given) => {
      const { pooled } = await start(...given);
      const db = await openDb(pooled, ignore);
      const expected = ["10s", "2s", "15s"];
      for (let times = 0; times < 4; times++) {
        expect(await db.read(timesOf)).toEqual(expected);
        expect(await db.write(timesOf)).toEqual(expected);
      }
      const slow = db.write(async (tx) => {
        await sql`set local statement_timeout = 50`.execute(tx);
        await sql`select pg_sleep(5)`.execute(tx);
      });
      await expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable);
      const other = new pg.Client({ connectionString: pooled.url });
      await other.connect();
      const { rows } = await other.query("select current_setting('statement_timeout') as time");
      expect(rows).toEqual([{ time: "0" }]);
      await other.end();
      await db.close();
    },
  );

  it(
    "API-17 has many processes work through a few connections",
    { ...options, timeout: 60_000 },
    async () => {
      const { pooled } = await start();
      const servers = await Promise.all([1, 2, 3].map(() => createTestServer(pooled)));
      const users = await Promise.all(
        Array.from({ length: 30 }, (_, n) => servers[n % 3]!.addUser()),
      );
      const claims = await Promise.all(
        users.map(({ token }, n) => servers[(n + 1) % 3]!.call(claimDaily, {}, { token })),
      );
      expect(new Set(claims.map(({ status }) => status))).toEqual(new Set([200]));
      await Promise.all(servers.map((server) => server.close()));
    },
  );
});
