import type { Json, JsonObject } from "../../workspace/contract/json.ts";

/** How many are kept by one name; those that were not changed for longest go first. */
const MOST = 30;
const EVER = [0, Infinity] as const;

/** What changes of all that is kept, by its ids, with what was set now. */
export function withKept(
  all: JsonObject,
  id: string,
  now: JsonObject & { readonly used: number },
): JsonObject {
  const usedOf = (value: Json | undefined): number => within(objectOf(value)["used"], EVER, 0);
  const old = Object.keys(all)
    .filter((one) => one !== id)
    .toSorted((a, b) => usedOf(all[b]) - usedOf(all[a]))
    .slice(MOST - 1);
  return { ...Object.fromEntries(old.map((one) => [one, undefined])), [id]: now };
}

/** Empty where it is none. */
export const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** Empty where it is none. */
export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/** @param usual what stands for a value that is no number or beyond its limits */
export const within = (
  value: Json | undefined,
  [least, most]: readonly [number, number],
  usual: number,
): number => (typeof value === "number" && value >= least && value <= most ? value : usual);
