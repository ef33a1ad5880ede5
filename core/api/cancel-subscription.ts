import { defineCall, nothing } from "./call.ts";
import { subscription } from "./shapes.ts";
/** API-16 Ends the subscription with its period. */
export const cancelSubscription = defineCall({
  method: "POST",
  path: "/audio/api/v1/plan/subscription/cancel",
  signedIn: true,
  idempotent: true,
  request: nothing,
  answer: subscription,
});
