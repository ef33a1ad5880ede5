import { sql } from "kysely";
import { expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { startSweeping, sweep } from "../sweep.ts";
import { createTestServer } from "../testing/test-server.ts";

describeOnDatabases("the audit of the ledger", ({ fresh }) => {
  it("USR-10 reports credits without an origin while the server runs", async () => {
    const server = await createTestServer(await fresh());
    const user = await server.addUser();
    await server.call(claimDaily, {}, user);
    const { deps } = server;
    await sweep(deps);
    expect(deps.metrics.print()).toContain("toolkit_ledger_faults 0\n");
    await deps.db.write((tx) => sql`update grants set remaining = 1, amount = 9`.execute(tx));
    server.advance(86_400_000);
    const stop = startSweeping(deps);
    await expect
      .poll(() => deps.metrics.print(), { timeout: 20_000 })
      .toContain("toolkit_ledger_faults 1\n");
    await stop();
    const fault = server.logs.find(({ event }) => event === "ledger_fault");
    expect(fault).toMatchObject({ level: "error", values: { count: 1 } });
    await server.close();
  });
});
