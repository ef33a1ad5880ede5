import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { type DatabaseSettings, type Db, DatabaseUnavailable } from "./db.ts";
import { isDiskFault, isLost, isRace, isUnwritable } from "./failures.ts";
import { type Migration, migrate } from "./migrate.ts";
import { openDb } from "./open-db.ts";
import { parseInteger } from "./open-postgres.ts";
import { checkVersion } from "./open-sqlite.ts";
import { describeOnDatabases } from "./test-databases.ts";
import { only } from "#tests/left-out.ts";

const ignore = (): void => {};
const limit = (key: string, count = 1) => ({ key, count, ends_at: 2 ** 50 });

describeOnDatabases("the database", ({ engine, empty }) => {
  const opened: Db[] = [];
  const open = async (settings?: DatabaseSettings): Promise<Db> => {
    const db = await openDb(settings ?? (await empty()), ignore);
    opened.push(db);
    return db;
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((db) => db.close()));
  });
  const keys = (db: Db) =>
    db
      .read((q) => q.selectFrom("limits").select("key").orderBy("key").execute())
      .then((rows) => rows.map(({ key }) => key));

  it("API-17 is opened by several at the same time, its schema made once", async () => {
    const settings = await empty();
    const all = await Promise.all([1, 2, 3].map(() => open(settings)));
    expect(all.map((db) => db.engine)).toEqual([engine, engine, engine]);
    await all[0]!.write((tx) => tx.insertInto("limits").values(limit("a")).execute());
    const rows = await all[1]!.read((q) => q.selectFrom("limits").selectAll().execute());
    expect(rows).toEqual([limit("a")]);
    const done = await all[2]!.read((q) =>
      sql<{ name: string }>`select name from migrations order by name`.execute(q),
    );
    expect(done.rows[0]).toEqual({ name: "001-initial" });
  });

  it("API-17 keeps all of a transaction or nothing", async () => {
    const db = await open();
    await expect(
      db.write(async (tx) => {
        await tx.insertInto("limits").values(limit("a")).execute();
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    await expect(
      db.write(async (tx) => {
        await tx.insertInto("limits").values(limit("b")).execute();
        await tx.insertInto("limits").values(limit("b")).execute();
      }),
    ).rejects.toThrow();
    expect(await keys(db)).toEqual([]);
    await db.write((tx) => tx.insertInto("limits").values(limit("c")).execute());
    expect(await keys(db)).toEqual(["c"]);
  });

  it("API-17 concurrent transactions are committed or rolled back independently", async () => {
    const db = await open();
    await db.write((tx) => tx.insertInto("limits").values(limit("there")).execute());
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        db.write(async (tx) => {
          await tx
            .insertInto("limits")
            .values(limit(`k${n}`))
            .execute();
          if (n % 3 === 0) throw new Error("changed my mind");
          // The failing statement is tested, too, not only the statements after it.
          if (n % 3 === 1) await tx.insertInto("limits").values(limit("there")).execute();
          return n;
        }),
      ),
    );
    const values = results.flatMap((result) =>
      result.status === "fulfilled" ? [result.value] : [],
    );
    expect(values).toHaveLength(33);
    expect(await keys(db)).toEqual([...values.map((n) => `k${n}`), "there"].toSorted());
  });

  it("API-17 is not asked past a transaction that runs", async () => {
    const db = await open();
    const ways: (() => Promise<unknown>)[] = [
      () => db.read((q) => q.selectFrom("limits").selectAll().execute()),
      () => db.write(async () => {}),
    ];
    for (const past of ways)
      await expect(db.write(past)).rejects.toThrow("the transaction's own queries");
    await db.write((tx) => tx.insertInto("limits").values(limit("a")).execute());
  });

  it("API-17 works for many at the same time", async () => {
    const db = await open();
    await db.write((tx) => tx.insertInto("limits").values(limit("counter", 0)).execute());
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        n % 2
          ? db.read((q) => q.selectFrom("limits").selectAll().execute())
          : db.write(async (tx) => {
              const { count } = await tx
                .updateTable("limits")
                .set({ key: "counter" })
                .where("key", "=", "counter")
                .returning("count")
                .executeTakeFirstOrThrow();
              await tx
                .updateTable("limits")
                .set({ count: count + 1 })
                .where("key", "=", "counter")
                .execute();
            }),
      ),
    );
    const [row] = await db.read((q) => q.selectFrom("limits").selectAll().execute());
    expect(row!.count).toBe(50);
  });

  it("API-17 works for four processes", async () => {
    const settings = await empty();
    const db = await open(settings);
    await db.write((tx) => tx.insertInto("limits").values(limit("counter", 0)).execute());
    const child = path.join(import.meta.dirname, "race-child.ts");
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        promisify(execFile)(process.execPath, [child, JSON.stringify(settings), "100"]),
      ),
    );
    const [row] = await db.read((q) => q.selectFrom("limits").selectAll().execute());
    expect(row!.count).toBe(400);
  });

  it("API-17 steps of the schema are done once, in order, all or none, and never backwards", async () => {
    const db = await open();
    const known = await db.read((q) =>
      sql<{ name: string }>`select name from migrations`.execute(q),
    );
    const before: Migration[] = known.rows.map(({ name }) => ({
      name,
      up: () => Promise.reject(new Error("again")),
    }));
    const step: Migration = {
      name: "900-one",
      up: async (tx) => void (await sql`create table one (a text)`.execute(tx)),
    };
    const broken: Migration = {
      name: "901-two",
      up: async (tx) => void (await sql`create table one (a text)`.execute(tx)),
    };
    await expect(migrate(db, [...before, step, broken])).rejects.toThrow();
    await expect(db.read((q) => sql`select * from one`.execute(q))).rejects.toThrow();
    await migrate(db, [...before, step]);
    await migrate(db, [...before, step]);
    expect((await db.read((q) => sql`select * from one`.execute(q))).rows).toEqual([]);
    await expect(migrate(db, before)).rejects.toThrow("newer version of this program (900-one)");
  });

  it("API-17 gives numbers back as they were put in, and refuses those that it cannot hold", async () => {
    const db = await open();
    await db.write((tx) =>
      tx.insertInto("limits").values(limit("a", Number.MAX_SAFE_INTEGER)).execute(),
    );
    const rows = await db.read((q) =>
      q
        .selectFrom("limits")
        .select((f) => [f.fn.sum<number>("count").as("sum"), f.fn.countAll<number>().as("n")])
        .execute(),
    );
    expect(rows).toEqual([{ sum: Number.MAX_SAFE_INTEGER, n: 1 }]);
    await db.write((tx) => tx.insertInto("limits").values(limit("b", 1)).execute());
    await expect(
      db.read((q) =>
        q
          .selectFrom("limits")
          .select((f) => f.fn.sum<number>("count").as("sum"))
          .execute(),
      ),
    ).rejects.toThrow(RangeError);
  });

  it(
    "API-17 waits for the disk with each commit, and is readable by its owner alone",
    only(engine === "sqlite", "on SQLite"),
    async () => {
      const settings = await empty();
      const db = await open(settings);
      for (const [name, value] of [
        ["journal_mode", "wal"],
        ["synchronous", 2],
        ["foreign_keys", 1],
      ] as const) {
        const { rows } = await db.write((tx) =>
          sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(tx),
        );
        expect(rows).toEqual([{ [name]: value }]);
      }
      expect(fs.statSync(settings.file).mode & 0o777).toBe(0o600);
      await expect(
        db.read((q) => q.insertInto("limits").values(limit("a")).execute()),
      ).rejects.toThrow(/readonly/);
    },
  );

  it(
    "API-17 says so when the file is no database, and leaves it alone",
    only(engine === "sqlite", "on SQLite"),
    async () => {
      const settings = await empty();
      fs.mkdirSync(path.dirname(settings.file), { recursive: true });
      fs.writeFileSync(settings.file, "something else entirely ".repeat(100));
      await expect(open(settings)).rejects.toThrow(/not a database/);
      expect(fs.readFileSync(settings.file, "utf8")).toContain("something else");
    },
  );

  it(
    "API-17 survives when all of its connections are ended under load",
    only(engine === "postgres", "on PostgreSQL"),
    async () => {
      const settings = await empty();
      const errors: Error[] = [];
      const db = await openDb(settings, (error) => errors.push(error));
      opened.push(db);
      const other = await open(settings);
      let isOver = false;
      const stored = new Set<string>();
      let refused = 0;
      const work = async (actor: number): Promise<void> => {
        for (let n = 0; !isOver; n++) {
          const key = `${actor}-${n}`;
          try {
            await db.write((tx) => tx.insertInto("limits").values(limit(key)).execute());
            stored.add(key);
          } catch (error) {
            if (!(error instanceof DatabaseUnavailable)) throw error;
            refused++;
          }
        }
      };
      const actors = Array.from({ length: 8 }, (_, actor) => work(actor));
      for (let n = 0; n < 5; n++) {
        const until = stored.size + 40;
        while (stored.size < until) await new Promise((resolve) => setTimeout(resolve, 5));
        await other.read((q) =>
          sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`.execute(
            q,
          ),
        );
      }
      isOver = true;
      await Promise.all(actors);
      const there = new Set(await keys(db));
      for (const key of stored) expect(there.has(key)).toBe(true);
      // Only rows whose outcome is unknown may exist in addition.
      expect(there.size).toBeLessThanOrEqual(stored.size + refused);
      expect(errors.length).toBeGreaterThan(0);
    },
  );

  it(
    "API-17 says so when it cannot be reached",
    only(engine === "postgres", "on PostgreSQL"),
    async () => {
      const settings = { url: "postgres://nobody@127.0.0.1:1/nothing", file: "", connections: 1 };
      await expect(openDb(settings, ignore)).rejects.toBeInstanceOf(DatabaseUnavailable);
    },
  );
});

describe("the database's rules", () => {
  it("API-17 refuses a SQLite that can lose data", () => {
    for (const old of ["3.46.1", "3.51.2", "3.7.17", "2.9.9"])
      expect(() => checkVersion(old)).toThrow("DATABASE_URL");
    for (const good of ["3.51.3", "3.53.4", "3.52.0", "4.0.0"])
      expect(() => checkVersion(good)).not.toThrow();
  });

  it("API-17 knows a lost race and a lost connection from other faults", () => {
    expect(isRace({ code: "40001" })).toBe(true);
    expect(isRace({ code: "ERR_SQLITE_ERROR", errcode: 5 })).toBe(true);
    expect(isRace({ code: "23505" })).toBe(false);
    for (const lost of [
      { code: "57P01" },
      { code: "ECONNRESET" },
      { message: "Connection terminated unexpectedly" },
      { code: "08006" },
    ])
      expect(isLost(lost)).toBe(true);
    expect(isLost({ code: "42P01" })).toBe(false);
    expect(
      isLost(new AggregateError([Object.assign(new Error("x"), { code: "ECONNREFUSED" })])),
    ).toBe(true);
    expect(isUnwritable({ code: "ERR_SQLITE_ERROR", errcode: 13 })).toBe(true);
    expect(isUnwritable({ code: "ERR_SQLITE_ERROR", errcode: 8 | (4 << 8) })).toBe(true);
    for (const code of ["25006", "53100", "EROFS", "ENOSPC"])
      expect(isUnwritable({ code })).toBe(true);
    expect(isUnwritable({ code: "23505" })).toBe(false);
    expect(isDiskFault({ code: "ERR_SQLITE_ERROR", errcode: 10 | (3 << 8) })).toBe(true);
    expect(isDiskFault(null)).toBe(false);
  });

  it("API-17 refuses integers beyond those that are safe", () => {
    expect(parseInteger("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
    for (const bad of ["9007199254740993", "1.5", "x"])
      expect(() => parseInteger(bad)).toThrow(RangeError);
  });
});
