// A process for crash.test.ts to kill: writes to the database as fast as it can, and prints the
// responses. Arguments: database settings as JSON, a seed.
import fs from "node:fs";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { refund } from "#core/api/usage/refund.ts";
import { replenish } from "#core/api/credits/replenish.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import type { DatabaseSettings } from "../db/db.ts";
import { createTestServer } from "./test-server.ts";
import { grantCredits } from "../ledger/grant-credits.ts";
import { lockWallet } from "../ledger/wallet.ts";

const ACTORS = 8;
const [settingsText = "", seed = ""] = process.argv.slice(2);
const server = await createTestServer(JSON.parse(settingsText) as DatabaseSettings);
const { deps } = server;

/** Synchronous, so that lines in the pipe are not lost when the process is killed. */
const print = (line: object): void => void fs.writeSync(1, `${JSON.stringify(line)}\n`);

async function act(actor: number): Promise<void> {
  const user = await server.addUser(`${seed}-${actor}@example.org`);
  await deps.db.write(async (tx) => {
    await lockWallet(tx, user.userId);
    const grant = { userId: user.userId, bucket: "bought", amount: 1_000_000 } as const;
    await grantCredits(tx, deps, { ...grant, source: "support", sourceId: "start" });
  });
  print({ kind: "user", ...user });
  await server.call(claimDaily, {}, { ...user, key: `${seed}-claim-${actor}` });
  await server.call(replenish, {}, { ...user, key: `${seed}-gift-${actor}` });
  print({ kind: "given", ...user });
  for (let n = 0; ; n++) {
    const request = { tool: "cleaner", seconds: 60 * (1 + (n % 3)) };
    const key = `${seed}-${actor}-${n}`;
    const { data, status } = await server.call(reserve, request, { ...user, key });
    if (status !== 200) throw new Error(`reserve: ${status}`);
    print({ kind: "reserved", ...user, key, request, data });
    // Every fourth job remains open.
    if (n % 4 === 3) continue;
    const [call, state] = n % 4 === 2 ? [refund, "refunded"] : [settle, "settled"];
    const { usage_id } = data;
    const done = await server.call(call, { usage_id }, { ...user, key: `${key}-end` });
    if (done.status !== 200) throw new Error(`${state}: ${done.status}`);
    print({ kind: state, ...user, usage_id });
  }
}

print({ kind: "ready" });
await Promise.all(Array.from({ length: ACTORS }, (_, actor) => act(actor)));
