import { z } from "zod";
import { Refusal } from "../http/refusal.ts";

/** Bytes of a batch at most: browsers send half of it in a beacon. */
export const TRACK_LIMIT = 256 * 1024;

const short = z.string().max(4000);
const fields = z.record(z.string().max(100), short).refine((all) => Object.keys(all).length <= 50);
const batch = z.strictObject({
  __logs__: z.array(fields).min(1).max(500),
  __tags__: fields.optional(),
  __topic__: short.optional(),
  __source__: short.optional(),
});

/**
 * Usage events as a browser sends them; their content type says nothing, as beacons have none.
 * @throws {Refusal} invalid_request
 */
export function parseBatch(text: string): z.output<typeof batch> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("invalid_request");
  }
  const parsed = batch.safeParse(value);
  if (!parsed.success) throw new Refusal("invalid_request");
  return parsed.data;
}
