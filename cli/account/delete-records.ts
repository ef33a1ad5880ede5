import { deleteUsage } from "../../core/api/delete-usage.ts";
import type { Client } from "./client.ts";

/** Ids that a call takes. */
const AT_ONCE = 100;

/** Takes jobs out of the history; the credits that they cost stay spent. */
export async function deleteRecords(client: Client, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await client.call(deleteUsage, { ids: ids.slice(from, from + AT_ONCE) });
}
