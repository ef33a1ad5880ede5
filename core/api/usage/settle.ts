import { balance } from "../contract/shapes.ts";
import { defineUsageEnd } from "../contract/usage-end.ts";

/** API-17 */
export const settle = defineUsageEnd({
  name: "settle",
  summary: "Takes the held credits of a job that succeeded.",
  description: "A job that is settled already stays so.",
  path: "/audio/api/v1/usage/settle",
  response: balance,
});
