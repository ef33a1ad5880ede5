import type { Phrases } from "./phrase-set.ts";
import { PHRASES_EAST } from "./phrases-east.ts";
import { PHRASES_WEST } from "./phrases-west.ts";

/** By locale code. */
export const SCRIPT_PHRASES: Readonly<Record<string, Phrases>> = {
  ...PHRASES_WEST,
  ...PHRASES_EAST,
};
