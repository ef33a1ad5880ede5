import { afterEach, beforeEach, expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { replenish } from "#core/api/credits/replenish.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { MAX_RESPONSES, STORED_FOR } from "./idempotency.ts";

describeOnDatabases("stored answers", ({ fresh }) => {
  let server: TestServer;
  beforeEach(async () => (server = await createTestServer(await fresh())));
  afterEach(() => server.close());

  it("USR-10 API-17 answers of an account are stored up to a limit, and known ones are still repeated", async () => {
    const { token, userId } = await server.addUser();
    const { deps } = server;
    const key = "the-first-one";
    await server.call(claimDaily, {}, { token, key });
    const rows = Array.from({ length: MAX_RESPONSES - 1 }, (_, at) => ({
      user_id: userId,
      path: claimDaily.path,
      key: `key-${at}`,
      body_hash: "",
      status: 409,
      answer: "{}",
      retry_after: null,
      created_at: deps.clock(),
    }));
    for (let at = 0; at < rows.length; at += 500)
      await deps.db.write((tx) =>
        tx
          .insertInto("idempotency")
          .values(rows.slice(at, at + 500))
          .execute(),
      );
    expect(await server.call(replenish, {}, { token })).toMatchObject({
      status: 429,
      key: "too_many_tries",
    });
    expect((await server.call(claimDaily, {}, { token, key })).status).toBe(200);
    const { token: other } = await server.addUser();
    expect((await server.call(replenish, {}, { token: other })).status).toBe(200);
    server.advance(STORED_FOR);
    await sweep(deps);
    expect((await server.call(replenish, {}, { token })).status).toBe(200);
  });
});
