// A process for db.test.ts that increments a counter many times. Arguments: settings as JSON,
// number of increments.
import type { DatabaseSettings } from "./db.ts";
import { openDb } from "./open-db.ts";

const [settings = "", times = "0"] = process.argv.slice(2);
const db = await openDb(JSON.parse(settings) as DatabaseSettings, (error) => {
  throw error;
});
for (let n = 0; n < Number(times); n++)
  await db.write(async (tx) => {
    await tx
      .updateTable("limits")
      .set((fields) => ({ count: fields("count", "+", 1) }))
      .where("key", "=", "counter")
      .execute();
  });
await db.close();
