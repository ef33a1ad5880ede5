import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type TestOptions, afterAll, beforeAll, describe, inject } from "vitest";
import type { DatabaseSettings } from "./db.ts";
import { openDb } from "./open-db.ts";
import { quickFolder } from "./quick-folder.ts";
import { type TestPostgres, ask, urlOf } from "./test-postgres-setup.ts";

export interface TestDatabase {
  readonly engine: "sqlite" | "postgres";
  /** Settings of a new database, which may already have its schema. */
  readonly fresh: () => Promise<DatabaseSettings>;
  /** Settings of a database without a schema. */
  readonly empty: () => Promise<DatabaseSettings>;
}

const CONNECTIONS = 8;

/**
 * Runs the tests on SQLite, in a separate folder, and on the test run's PostgreSQL, if there is
 * one.
 * @param options `sqlite`: options of the tests on SQLite where there is a PostgreSQL, which leave
 *   those to the long run that take long and ask no more of a database than shorter tests do
 */
export function describeOnDatabases(
  name: string,
  define: (database: TestDatabase) => void,
  { sqlite = {} }: { readonly sqlite?: TestOptions } = {},
): void {
  const door = inject("postgres");
  describe(`${name} (SQLite)`, door === null ? {} : sqlite, () => {
    let folder = "";
    let count = 0;
    beforeAll(() => {
      folder = fs.mkdtempSync(path.join(quickFolder(), "toolkit-db-"));
    });
    afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
    const empty = async (): Promise<DatabaseSettings> => sqliteIn(path.join(folder, `${++count}`));
    const fresh = async (): Promise<DatabaseSettings> => {
      const settings = await empty();
      fs.mkdirSync(path.dirname(settings.file), { mode: 0o700 });
      fs.writeFileSync(settings.file, await (sqliteTemplate ??= makeSqliteTemplate()), {
        mode: 0o600,
      });
      return settings;
    };
    define({ engine: "sqlite", fresh, empty });
  });

  const missing = door === null ? ": none on this machine" : "";
  describe.skipIf(door === null)(`${name} (PostgreSQL${missing})`, () => {
    let server: TestPostgres;
    const made: string[] = [];
    beforeAll(async () => {
      const answer = await fetch(door!);
      if (!answer.ok) throw new Error(await answer.text());
      server = (await answer.json()) as TestPostgres;
    }, 60_000);
    afterAll(async () => {
      for (const each of made) await ask(server.url, `drop database ${each} with (force)`);
    }, 60_000);
    const make = async (template: string): Promise<DatabaseSettings> => {
      const database = `toolkit_test_${randomBytes(6).toString("hex")}`;
      await ask(server.url, `create database ${database} template ${template} ${server.strategy}`);
      made.push(database);
      return { url: urlOf(server.url, database), file: "", connections: CONNECTIONS };
    };
    define({
      engine: "postgres",
      fresh: () => make(server.template),
      empty: () => make("template1"),
    });
  });
}

const sqliteIn = (folder: string): DatabaseSettings => ({
  url: null,
  file: path.join(folder, "toolkit.sqlite"),
  connections: CONNECTIONS,
});

/** Bytes of a database with the current schema: copying them takes a sixth of the time of migrating. */
let sqliteTemplate: Promise<Buffer> | undefined;

async function makeSqliteTemplate(): Promise<Buffer> {
  const folder = fs.mkdtempSync(path.join(quickFolder(), "toolkit-db-"));
  try {
    const settings = sqliteIn(folder);
    const db = await openDb(settings, () => {});
    await db.close();
    return fs.readFileSync(settings.file);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
