import { defineCall, nothing } from "../contract/call.ts";
import { subscription } from "../contract/shapes.ts";
/** API-16 */
export const cancelSubscription = defineCall({
  name: "cancelSubscription",
  summary: "Ends the subscription with its period.",
  method: "POST",
  path: "/audio/api/v1/plan/subscription/cancel",
  seconds: 60,
  signedIn: true,
  idempotent: true,
  errors: ["not_subscribed", "payment_closed"],
  request: nothing,
  response: subscription,
});
