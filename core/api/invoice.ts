import * as z from "zod/mini";
import { defineCall } from "./call.ts";

/** API-15 Where the receipt of an order is. */
export const getInvoice = defineCall({
  method: "GET",
  path: "/audio/api/v1/plan/payment/invoice/get",
  signedIn: true,
  request: z.object({ order_id: z.string() }),
  answer: z.object({ receipt_url: z.string() }),
});
