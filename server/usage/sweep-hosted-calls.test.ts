import { afterEach, beforeEach, expect, it } from "vitest";
import { type Db, DatabaseUnavailable } from "../db/db.ts";
import { openDb } from "../db/open-db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { sweepHostedCalls } from "./sweep-hosted-calls.ts";

describeOnDatabases("sweeps of hosted calls", ({ fresh }) => {
  let server: TestServer;
  /** Whether writes fail, and how many there were since they do. */
  let isAway: boolean;
  let writes: number;
  beforeEach(async () => {
    isAway = false;
    writes = 0;
    const settings = await fresh();
    const opened = await openDb(settings, () => {});
    const db: Db = {
      ...opened,
      write: async (work) => {
        if (!isAway) return await opened.write(work);
        writes++;
        throw new DatabaseUnavailable("It is away");
      },
    };
    server = await createTestServer(settings, { db });
  });
  afterEach(() => server.close());

  const rows = () =>
    server.deps.db.read((queries) => queries.selectFrom("hosted_calls").selectAll().execute());
  const insertRows = (users: readonly string[]) =>
    server.deps.db.write((tx) =>
      tx
        .insertInto("hosted_calls")
        .values(
          users.map((user_id) => ({
            user_id,
            key: "left-over",
            usage_id: "none",
            digest: "",
            milliseconds: 1,
            state: "running" as const,
            run: 1,
            until: 0,
            call: null,
            lease_until: 0,
            due_at: 0,
            canceled: 0,
            fault: null,
          })),
        )
        .execute(),
    );

  it("USR-5 USR-10 a call whose account is gone is deleted", async () => {
    await insertRows(["gone"]);
    await sweep(server.deps);
    expect(await rows()).toEqual([]);
  });

  it("USR-10 a sweep stops soon while the database is unavailable", async () => {
    await insertRows(["a", "b", "c", "d", "e", "f", "g", "h"]);
    isAway = true;
    await expect(sweepHostedCalls(server.deps, async () => true)).rejects.toThrow("It is away");
    expect(writes).toBe(4);
    isAway = false;
    await sweep(server.deps);
    expect(await rows()).toEqual([]);
  });
});
