import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { paging, paymentPage } from "./shapes.ts";
/** API-13 A page of the payment history, the newest first. */
export const getPaymentPage = defineCall({
  method: "POST",
  path: "/audio/api/v1/history/payment-record/page",
  signedIn: true,
  request: z.object(paging),
  answer: paymentPage,
});
