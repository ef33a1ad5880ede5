import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import type { DatabaseSettings } from "./db.ts";
import { findPrograms, startPostgres } from "./test-postgres.ts";

/** Where tests find a PostgreSQL that they may make databases in. */
const NAMED = process.env["TEST_DATABASE_URL"];

export interface TestDatabase {
  readonly engine: "sqlite" | "postgres";
  /** The settings of a fresh database. */
  readonly fresh: () => Promise<DatabaseSettings>;
}

const CONNECTIONS = 8;

/**
 * Runs the tests on SQLite, in a folder of their own, and on PostgreSQL, where `TEST_DATABASE_URL`
 * names one or its programs are on this machine. `TOOLKIT_POSTGRES=required` fails without one.
 */
export function describeOnDatabases(name: string, define: (database: TestDatabase) => void): void {
  describe(`${name} (SQLite)`, () => {
    let folder = "";
    let count = 0;
    beforeAll(() => {
      folder = fs.mkdtempSync(path.join(quickFolder(), "toolkit-db-"));
    });
    afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
    define({
      engine: "sqlite",
      fresh: async () => ({
        url: null,
        file: path.join(folder, `${++count}`, "toolkit.sqlite"),
        connections: CONNECTIONS,
      }),
    });
  });

  const programs = findPrograms();
  const canRun = NAMED !== undefined || programs !== undefined;
  if (!canRun && process.env["TOOLKIT_POSTGRES"] === "required")
    throw new Error("No PostgreSQL: install it, or name one in TEST_DATABASE_URL");
  const missing = canRun ? "" : ": none on this machine";
  describe.skipIf(!canRun)(`${name} (PostgreSQL${missing})`, () => {
    let server: { url: string; stop: () => void } | undefined;
    const made: string[] = [];
    beforeAll(() => {
      server = NAMED === undefined ? startPostgres(programs!) : { url: NAMED, stop: () => {} };
    }, 60_000);
    afterAll(async () => {
      if (NAMED !== undefined)
        for (const each of made) await ask(NAMED, `drop database ${each} with (force)`);
      server?.stop();
    }, 60_000);
    define({
      engine: "postgres",
      fresh: async () => {
        const base = server!.url;
        const database = `toolkit_test_${randomBytes(6).toString("hex")}`;
        await ask(base, `create database ${database}`);
        made.push(database);
        const url = new URL(base);
        url.pathname = `/${database}`;
        return { url: url.href, file: "", connections: CONNECTIONS };
      },
    });
  });
}

/** A folder in memory, where there is one with room: most tests need no disk. */
function quickFolder(): string {
  const memory = "/dev/shm";
  if (!fs.existsSync(memory)) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(memory);
  return bavail * bsize > 1e9 ? memory : os.tmpdir();
}

async function ask(url: string, question: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(question);
  } finally {
    await client.end();
  }
}
