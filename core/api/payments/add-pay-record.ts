import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { name, paymentRecord } from "../contract/shapes.ts";
/** API-14 */
export const addPayRecord = defineCall({
  name: "addPayRecord",
  summary: "Notes an order that the browser has come back from.",
  method: "POST",
  path: "/igweb/api/user/add-pay-record",
  signedIn: true,
  idempotent: true,
  errors: ["not_found"],
  request: z.object({ order_id: name, plan_id: name }),
  response: paymentRecord,
});
