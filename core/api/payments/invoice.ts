import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { name } from "../contract/shapes.ts";

/** API-15 */
export const getInvoice = defineCall({
  name: "getInvoice",
  summary: "Where the receipt of an order is.",
  method: "GET",
  path: "/audio/api/v1/plan/payment/invoice/get",
  seconds: 60,
  signedIn: true,
  errors: ["not_found", "no_receipt"],
  request: z.object({ order_id: name }),
  response: z.object({ receipt_url: z.string() }),
});
