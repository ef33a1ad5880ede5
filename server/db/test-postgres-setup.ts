import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDb } from "./open-db.ts";
import { findPrograms, startPostgres } from "./test-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Path on which tests request the run's PostgreSQL; null: there is none. */
    postgres: string | null;
  }
}

export interface TestPostgres {
  /** URL of a database of the server, which tests must not write to. */
  readonly url: string;
  /** Name of an empty database with the current schema, to be used as a template. */
  readonly template: string;
  /** How a database is made from a template: by copying its files where the server can, in half of the time. */
  readonly strategy: string;
}

interface Running extends TestPostgres {
  readonly stop: () => Promise<void>;
}

/** A PostgreSQL on which tests may create databases. */
const NAMED = process.env["TEST_DATABASE_URL"];

/**
 * All tests of a run share one PostgreSQL, which is started on the first request:
 * `TEST_DATABASE_URL` names one, or its programs are installed locally. `TOOLKIT_POSTGRES=required`
 * fails if there is none.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const programs = findPrograms();
  if (NAMED === undefined && programs === undefined) {
    if (process.env["TOOLKIT_POSTGRES"] === "required")
      throw new Error("No PostgreSQL: install it, or name one in TEST_DATABASE_URL");
    provide("postgres", null);
    return async () => {};
  }
  let running: Promise<Running> | undefined;
  const door = createServer((_, response) => {
    running ??= start(programs);
    running.then(
      ({ stop: _, ...postgres }) => response.end(JSON.stringify(postgres)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  provide("postgres", `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.closeAllConnections();
    door.close();
    await (await running?.catch(() => undefined))?.stop();
  };
}

async function start(programs: string | undefined): Promise<Running> {
  const server = NAMED === undefined ? startPostgres(programs!) : { url: NAMED, stop: () => {} };
  const template = `toolkit_template_${randomBytes(6).toString("hex")}`;
  await ask(server.url, `create database ${template}`);
  const settings = { url: urlOf(server.url, template), file: "", connections: 1 };
  const db = await openDb(settings, () => {});
  await db.close();
  const [row] = await ask(server.url, "show server_version_num");
  const strategy = Number(row!["server_version_num"]) >= 150_000 ? "strategy file_copy" : "";
  return {
    url: server.url,
    template,
    strategy,
    stop: async () => {
      if (NAMED !== undefined) await ask(NAMED, `drop database ${template} with (force)`);
      server.stop();
    },
  };
}

export function urlOf(base: string, database: string): string {
  const url = new URL(base);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs one statement on a server, and returns its rows. */
export async function ask(url: string, question: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(question)).rows;
  } finally {
    await client.end();
  }
}
