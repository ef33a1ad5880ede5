import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { name } from "../contract/shapes.ts";

/** API-15 */
export const getPaymentResult = defineCall({
  name: "getPaymentResult",
  summary: "What has become of an order.",
  method: "GET",
  path: "/audio/api/v1/plan/payment/result/get",
  seconds: 60,
  signedIn: true,
  errors: ["not_found"],
  request: z.object({ order_id: name }),
  response: z.object({ status: z.enum(["pending", "paid", "failed", "refunded"]) }),
});
