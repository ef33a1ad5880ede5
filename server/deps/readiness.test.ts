import { sql } from "kysely";
import { expect, it } from "vitest";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { health } from "#core/api/service/health.ts";
import { login } from "#core/api/accounts/login.ts";
import { ready } from "#core/api/service/ready.ts";
import { updateConfig } from "#core/api/accounts/update-config.ts";
import { type DatabaseSettings, type Db, DatabaseReadOnly, DatabaseUnavailable } from "../db/db.ts";
import { openDb } from "../db/open-db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { only } from "#tests/left-out.ts";

const SECOND = 1000;

describeOnDatabases("readiness", ({ engine, fresh }) => {
  const ask = async ({ app, advance }: TestServer, path: string) => {
    advance(2 * SECOND);
    const response = await app.request(`https://api.example${path}`);
    return [response.status, await response.text()];
  };

  /** Makes a database reject writes, like one with a read-only disk or a standby server. */
  async function refuseWriting(db: Db, { url }: DatabaseSettings): Promise<() => Promise<void>> {
    if (engine === "sqlite") {
      // Only this connection, the process's single writer, is affected; the next process opens
      // another.
      await db.write((tx) => sql`pragma query_only=ON`.execute(tx));
      return async () => {};
    }
    const other = await openDb({ url, file: "", connections: 1 }, () => {});
    const name = sql.id(new URL(url!).pathname.slice(1));
    const put = (mode: "on" | "off") =>
      other.write(async (tx) => {
        await sql`set transaction read write`.execute(tx);
        await sql`alter database ${name} set default_transaction_read_only = ${sql.lit(mode)}`.execute(
          tx,
        );
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and datname = current_database()`.execute(tx);
      });
    await put("on");
    return async () => {
      await put("off");
      await other.close();
    };
  }

  it("API-17 ERR-1 a read-only database makes a server unready but not dead; reads continue", async () => {
    const settings = await fresh();
    const server = await createTestServer(settings);
    const user = await server.addUser();
    expect(await ask(server, ready.path)).toEqual([200, "ok\n"]);
    const repair = await refuseWriting(server.deps.db, settings);
    expect(await ask(server, health.path)).toEqual([200, "ok\n"]);
    expect(await ask(server, ready.path)).toEqual([
      503,
      "The database can be read, and nothing can be written to it\n",
    ]);
    const refused = await server.call(updateConfig, { is_send_email: 0 }, user);
    expect(refused).toMatchObject({ status: 503, key: "read_only" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await server.call(getBalance, {}, user)).toMatchObject({ status: 200 });
    if (engine === "postgres")
      await expect(openDb(settings, () => {})).rejects.toBeInstanceOf(DatabaseReadOnly);
    await repair();
    const repaired = engine === "sqlite" ? await createTestServer(settings) : server;
    expect(await ask(repaired, ready.path)).toEqual([200, "ok\n"]);
    expect(await repaired.call(updateConfig, { is_send_email: 0 }, user)).toMatchObject({
      status: 200,
    });
    await server.close();
  });

  it("API-17 a server that ends is alive and not ready, whatever was known a moment before", async () => {
    const server = await createTestServer(await fresh());
    expect(await ask(server, ready.path)).toEqual([200, "ok\n"]);
    server.deps.readiness.end();
    const response = await server.app.request(`https://api.example${ready.path}`);
    expect([response.status, await response.text()]).toEqual([503, "The server is ending\n"]);
    expect(await ask(server, health.path)).toEqual([200, "ok\n"]);
    await server.close();
  });

  // A limit on temporary files is the closest simulation of a full disk without mounting one.
  it(
    "API-17 a disk without room makes a server unready, though its probe's row has its place",
    only(engine === "postgres", "on PostgreSQL"),
    async () => {
      const settings = await fresh();
      const server = await createTestServer(settings);
      expect(await ask(server, ready.path)).toEqual([200, "ok\n"]);
      const name = sql.id(new URL(settings.url!).pathname.slice(1));
      await server.deps.db.write((tx) =>
        sql`alter database ${name} set temp_file_limit = '128kB'`.execute(tx),
      );
      const limited = await createTestServer(settings);
      expect((await ask(limited, ready.path))[0]).toBe(503);
      expect(await ask(limited, health.path)).toEqual([200, "ok\n"]);
      await limited.close();
      await server.close();
    },
  );

  it("API-17 a thousand questions write once", async () => {
    const server = await createTestServer(await fresh());
    let writes = 0;
    const { db } = server.deps;
    const counted: Db = { ...db, write: (work) => (writes++, db.write(work)) };
    const own = await createTestServer(server.deps.settings.database, { db: counted });
    await Promise.all(
      Array.from(
        { length: 1000 },
        async () => await own.app.request(`https://api.example${ready.path}`),
      ),
    );
    expect(writes).toBe(1);
    await server.close();
  });
});

it("API-17 a database that does not answer makes a server unready", async () => {
  const error = new DatabaseUnavailable("secret place");
  const db: Db = {
    engine: "sqlite",
    read: () => Promise.reject(error),
    write: () => Promise.reject(error),
    close: async () => {},
  };
  const server = await createTestServer({ url: null, file: "", connections: 1 }, { db });
  expect(await server.call(login, { email: "a@example.org", password: "a b c d e" })).toMatchObject(
    { status: 503, key: "unavailable" },
  );
  const { status, headers } = await server.app.request(`https://api.example${ready.path}`);
  expect([status, headers.get("cache-control")]).toEqual([503, "no-store"]);
  expect((await server.app.request(`https://api.example${health.path}`)).status).toBe(200);
});
