import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createBatches } from "./batches.ts";
import type { Tables, Tx } from "./schema/tables.ts";
import { sqliteDialect } from "./sqlite-driver.ts";

let database: DatabaseSync;
let commits: number;
let write: ReturnType<typeof createBatches>;
beforeEach(() => {
  database = new DatabaseSync(":memory:");
  database.exec(
    `pragma foreign_keys=ON;
     create table owners (id integer primary key);
     create table things (id integer primary key, owner integer references owners deferrable initially deferred)`,
  );
  commits = 0;
  const exec = database.exec.bind(database);
  database.exec = (text) => {
    if (text === "commit") commits++;
    exec(text);
  };
  write = createBatches(new Kysely<Tables>({ dialect: sqliteDialect(database) }));
});
afterEach(() => database.close());

const add =
  (id: number, owner: number | null = null) =>
  async (tx: Tx): Promise<number> => {
    await sql`insert into things values (${id}, ${owner})`.execute(tx);
    return id;
  };
const things = (): number[] =>
  (database.prepare("select id from things order by id").all() as { id: number }[]).map(
    ({ id }) => id,
  );
const outcomes = async (works: readonly ((tx: Tx) => Promise<number>)[]) =>
  (await Promise.allSettled(works.map((work) => write<number>(work)))).map((result) =>
    result.status === "fulfilled" ? result.value : (result.reason as Error).message,
  );

it("API-17 what comes together is committed together, at most 32 pieces at once", async () => {
  expect(await outcomes(Array.from({ length: 70 }, (_, n) => add(n)))).toEqual(
    Array.from({ length: 70 }, (_, n) => n),
  );
  expect(commits).toBe(3);
  expect(things()).toHaveLength(70);
});

it("API-17 a failing item is rolled back alone, and the next ones continue", async () => {
  const failing = async (tx: Tx): Promise<number> => {
    await add(2)(tx);
    throw new Error("changed my mind");
  };
  expect(await outcomes([add(1), failing, add(1), add(3)])).toEqual([
    1,
    "changed my mind",
    expect.stringContaining("UNIQUE"),
    3,
  ]);
  expect(things()).toEqual([1, 3]);
  expect(await outcomes([failing])).toEqual(["changed my mind"]);
  expect(await outcomes([add(4)])).toEqual([4]);
});

it("API-17 success is not reported if the commit fails, and nothing is stored", async () => {
  const refused = async (): Promise<number> => {
    throw new Error("refused for what another one did");
  };
  const all = await outcomes([add(1), refused, add(2, 77)]);
  for (const outcome of all) expect(outcome).toContain("FOREIGN KEY");
  expect(things()).toEqual([]);
  expect(await outcomes([add(1)])).toEqual([1]);
});

it("API-17 a transaction that the database has given up is given up for all", async () => {
  const full = async (tx: Tx): Promise<number> => {
    await sql`rollback`.execute(tx);
    throw new Error("database or disk is full");
  };
  expect(await outcomes([add(1), full, add(2)])).toEqual(Array(3).fill("database or disk is full"));
  expect(things()).toEqual([]);
  expect(await outcomes([add(3)])).toEqual([3]);
});
