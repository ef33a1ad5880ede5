import * as z from "zod/mini";
import { defineUsageEnd } from "../contract/usage-end.ts";
import { balance } from "../contract/shapes.ts";

/** API-17 */
export const refund = defineUsageEnd({
  name: "refund",
  summary: "Gives the held credits of a job back that failed or was cancelled.",
  description:
    "What hosted models did for it is charged in proportion, in whole credits. A job that is refunded already stays so.",
  path: "/audio/api/v1/usage/refund",
  response: z.extend(balance, {
    /** Credits that are charged nevertheless. */
    cost: z.optional(z.number()),
  }),
});
