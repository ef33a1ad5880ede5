import { sql } from "kysely";
import { expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { createTestServer } from "../testing/test-server.ts";
import { DatabaseUnavailable } from "./db.ts";
import { type Migration, migrate } from "./migrate.ts";
import { openDb } from "./open-db.ts";
import type { Queries } from "./schema/tables.ts";
import { describeOnDatabases } from "./test-databases.ts";
import { only } from "#tests/left-out.ts";

const ignore = (): void => {};

describeOnDatabases("waiting for the database", ({ engine, fresh }) => {
  // SQLite has one writer, whose transactions run in this process and wait for nothing outside.
  const postgres = only(engine === "postgres", "on PostgreSQL");
  it(
    "API-17 a lock that is stuck holds up who waits for it for a time, and nobody else",
    postgres,
    async () => {
      const settings = await fresh();
      const server = await createTestServer(settings);
      const [stuck, other] = [await server.addUser(), await server.addUser()];
      const holder = await openDb(settings, ignore);
      const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
      const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
      const holding = holder.write(async (tx) => {
        await lockWallet(tx, stuck.userId);
        hold();
        await isOver;
      });
      await isHeld;
      const done: string[] = [];
      const claims = Array.from({ length: 12 }, async () => {
        const { key } = await server.call(claimDaily, {}, stuck);
        done.push("claim");
        return key;
      });
      // More transactions than connections, so that as many as possible wait.
      let before = 0;
      const grows = async (): Promise<boolean> => {
        const { rows } = await holder.read((queries) =>
          sql<{ count: number }>`select count(*) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(queries),
        );
        const { count } = rows[0]!;
        const isSame = count > 1 && count === before;
        before = count;
        return !isSame;
      };
      await expect.poll(grows, { interval: 100 }).toBe(false);
      expect(await server.call(getBalance, {}, other)).toMatchObject({ status: 200 });
      expect(done).toEqual([]);
      expect(await server.call(claimDaily, {}, other)).toMatchObject({ status: 200 });
      expect(new Set(await Promise.all(claims))).toEqual(new Set(["unavailable"]));
      end();
      await holding;
      expect(await server.call(claimDaily, {}, stuck)).toMatchObject({ status: 200 });
      await holder.close();
      await server.close();
    },
  );

  it(
    "API-17 statements, locks and idle transactions have a time, changes of the schema have not",
    postgres,
    async () => {
      const db = await openDb(await fresh(), ignore);
      const times = (queries: Queries) =>
        Promise.all(
          ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"].map(
            async (name) => {
              const { rows } = await sql<{
                time: string;
              }>`select current_setting(${name}) as time`.execute(queries);
              return rows[0]!.time;
            },
          ),
        );
      const expected = ["10s", "2s", "15s"];
      expect(await db.read(times)).toEqual(expected);
      expect(await db.write(times)).toEqual(expected);
      let during: string[] = [];
      const known = await db.read((queries) =>
        sql<{ name: string }>`select name from migrations`.execute(queries),
      );
      const step: Migration = {
        name: "900-one",
        up: async (tx) => void (during = await times(tx)),
      };
      await migrate(db, [...known.rows.map(({ name }) => ({ name, up: step.up })), step]);
      expect(during).toEqual(["0", "0", "15s"]);
      const slow = db.write(async (tx) => {
        await sql`set local statement_timeout = 50`.execute(tx);
        await sql`select pg_sleep(5)`.execute(tx);
      });
      await expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable);
      await db.close();
    },
  );
});
