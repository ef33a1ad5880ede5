import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { paging, paymentPage } from "../contract/shapes.ts";
/** API-13 */
export const getPaymentPage = defineCall({
  name: "getPaymentPage",
  summary: "A page of the payment history, the newest first.",
  method: "POST",
  path: "/audio/api/v1/history/payment-record/page",
  repeatable: true,
  signedIn: true,
  request: z.object(paging),
  response: paymentPage,
});
