import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { name } from "../contract/shapes.ts";

/** API-12 */
export const deleteUsage = defineCall({
  name: "deleteUsage",
  summary: "Deletes records of the usage history.",
  method: "POST",
  path: "/audio/api/v1/history/usage-record/delete",
  repeatable: true,
  signedIn: true,
  request: z.object({ ids: z.array(name).check(z.minLength(1), z.maxLength(100)) }),
  /** Number of the user's own entries that were deleted. */
  response: z.object({ deleted: z.int().check(z.nonnegative()) }),
});
