import * as z from "zod/mini";
import { defineCall, nothing } from "../contract/call.ts";

/** API-17 */
export const getPlans = defineCall({
  name: "getPlans",
  summary: "What can be bought.",
  method: "GET",
  path: "/audio/api/v1/plan/list",
  signedIn: false,
  request: nothing,
  response: z.object({
    /** ISO 4217 */
    currency: z.string(),
    daily_credits: z.number(),
    /** Prices are in the currency's main unit. */
    plans: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        credits_per_month: z.number(),
        monthly: z.number(),
        yearly: z.number(),
      }),
    ),
    packs: z.array(z.object({ id: z.string(), credits: z.number(), price: z.number() })),
  }),
});
