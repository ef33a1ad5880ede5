import type { Json, JsonObject } from "../../contract/json.ts";

/** An empty object for any other value. */
export const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** An empty list for any other value. */
export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/** @param fallback returned for a value that is no number or out of range */
export const within = (
  value: Json | undefined,
  [min, max]: readonly [number, number],
  fallback: number,
): number => (typeof value === "number" && value >= min && value <= max ? value : fallback);
