import { deleteUsage } from "#core/api/usage/delete-usage.ts";
import type { Client } from "./client.ts";

/** Ids that a call takes. */
const AT_ONCE = 100;

/**
 * Takes jobs out of the history; the credits that they cost stay spent.
 * @param onDeleted told what is gone, which a later failure does not bring back
 * @returns how many there were; ids of no job are passed over
 */
export async function deleteRecords(
  client: Client,
  ids: readonly string[],
  onDeleted: (ids: readonly string[]) => void = () => {},
): Promise<number> {
  let deleted = 0;
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    deleted += (await client.call(deleteUsage, { ids: some })).deleted;
    onDeleted(some);
  }
  return deleted;
}
