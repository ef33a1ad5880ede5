import { deleteUsage } from "#core/api/usage/delete-usage.ts";
import type { Client } from "./client.ts";

/** Maximum number of ids in a call. */
const AT_ONCE = 100;

/**
 * Deletes jobs from the history; the credits that they cost stay spent.
 * @param onDeleted called with deleted ids, which a later failure does not restore
 * @returns the number of deleted jobs; unknown ids are ignored
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
