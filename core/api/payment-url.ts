import * as z from "zod/mini";
import { defineCall } from "./call.ts";

/** API-15 Where a plan or a pack is paid for. */
export const getPaymentUrl = defineCall({
  method: "GET",
  path: "/audio/api/v1/plan/payment/url/get",
  signedIn: true,
  /** A pack, or a plan with its period: `offerOf` of core/credits.ts. */
  request: z.object({ plan_id: z.string() }),
  answer: z.object({ order_id: z.string(), payment_url: z.string() }),
});
