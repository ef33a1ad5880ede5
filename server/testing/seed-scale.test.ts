import { expect, it } from "vitest";
import { openDb } from "../db/open-db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { seedScale } from "./seed-scale.ts";

describeOnDatabases("accounts and jobs that SQL has written", ({ fresh }) => {
  it("have five jobs an account, some of them running, and a ledger that balances", async () => {
    const db = await openDb(await fresh(), () => {});
    await seedScale(db, { accounts: 1000, now: Date.now() });
    expect(await db.read(auditLedger)).toEqual([]);
    const states = await db.read((queries) =>
      queries
        .selectFrom("usages")
        .select(["state", (fields) => fields.fn.countAll<number>().as("jobs")])
        .groupBy("state")
        .execute(),
    );
    const total = states.reduce((sum, { jobs }) => sum + Number(jobs), 0);
    expect(total).toBe(5000);
    expect(states.map(({ state }) => state).sort()).toEqual(["refunded", "reserved", "settled"]);
    await db.close();
  });
});
