import type { Cost } from "./page.ts";

/** Name of a cost's messages in `common:cost`. */
export const COST_MESSAGES = {
  free: "free",
  1: "minute",
  2: "double",
  3: "run",
} as const satisfies Readonly<Record<Cost, string>>;
