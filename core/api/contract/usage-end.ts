import * as z from "zod/mini";
import { type AnyCall, defineCall } from "./call.ts";
import { type balance, name } from "./shapes.ts";

/** A call that closes a job's hold on credits. */
export const defineUsageEnd = <A extends typeof balance>(
  call: Pick<AnyCall, "name" | "summary" | "description" | "path"> & { readonly response: A },
) =>
  defineCall({
    ...call,
    method: "POST",
    signedIn: true,
    idempotent: true,
    errors: ["not_found", "usage_closed"],
    request: z.object({ usage_id: name }),
  });
