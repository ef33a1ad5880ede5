import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { sqliteDialect } from "./sqlite-driver.ts";

/** The driver caches 500 prepared statements; evicted ones are prepared again. */
it("API-17 more statements than the prepared-statement cache holds return the right results", async () => {
  const database = new DatabaseSync(":memory:");
  const db = new Kysely<{ things: { id: number } }>({ dialect: sqliteDialect(database) });
  await sql`create table things (id integer primary key)`.execute(db);
  const add = (id: number) => db.insertInto("things").values({ id }).execute();
  for (let round = 0; round < 2; round++)
    for (let at = 0; at < 1100; at++) {
      const { rows } = await sql`select ${sql.raw(String(at))} as value, ${round} as round`.execute(
        db,
      );
      expect(rows).toEqual([{ value: at, round }]);
      // A frequently used statement, before and after its eviction.
      if (at % 100 === 0) await add(round * 10_000 + at);
    }
  const ids = await db.selectFrom("things").select("id").orderBy("id").execute();
  expect(ids.map(({ id }) => id)).toEqual(
    [0, 1].flatMap((round) => Array.from({ length: 11 }, (_, at) => round * 10_000 + at * 100)),
  );
  await db.destroy();
});
