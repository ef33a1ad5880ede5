import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { name } from "../contract/shapes.ts";

/** API-15 */
export const getPaymentUrl = defineCall({
  name: "getPaymentUrl",
  summary: "Makes an order, and tells where it is paid for.",
  description:
    "`plan_id` is a pack, or a plan with its period, such as `basic-yearly`. That page is in the language of the page whose address is the `Referer`.",
  method: "GET",
  path: "/audio/api/v1/plan/payment/url/get",
  seconds: 60,
  repeatable: false,
  signedIn: true,
  errors: ["not_found", "already_subscribed", "payment_closed"],
  /** `plan_id`: `offerOf` of core/credits/credits.ts. */
  request: z.object({ plan_id: name }),
  response: z.object({ order_id: z.string(), payment_url: z.string() }),
});
