import * as z from "zod/mini";
import { defineCall } from "./call.ts";

/** API-15 What has become of an order. */
export const getPaymentResult = defineCall({
  method: "GET",
  path: "/audio/api/v1/plan/payment/result/get",
  signedIn: true,
  request: z.object({ order_id: z.string() }),
  answer: z.object({ status: z.enum(["pending", "paid", "failed", "refunded"]) }),
});
