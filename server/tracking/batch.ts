import { StructureFault } from "../http/check-structure.ts";
import { readJson } from "../http/read-json.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { compileStructure } from "../http/structure.ts";
import type { RequestContext } from "../http/request-context.ts";
import { pseudonymize } from "./pseudonyms.ts";

/** Maximum bytes of a batch: browsers send up to half of it in a beacon. */
export const TRACK_LIMIT = 256 * 1024;

const SHORT = { type: "string", maxLength: 4000 };
const FIELDS = {
  type: "object",
  maxProperties: 50,
  propertyNames: { maxLength: 100 },
  additionalProperties: SHORT,
};
/**
 * JSON Schema of a batch; everything except the minimum of one event can be checked by structure.
 */
export const BATCH = {
  type: "object",
  required: ["__logs__"],
  additionalProperties: false,
  properties: {
    __logs__: { type: "array", minItems: 1, maxItems: 500, items: FIELDS },
    __tags__: FIELDS,
    __topic__: SHORT,
    __source__: SHORT,
  },
};
const body = { limit: TRACK_LIMIT, structure: compileStructure(BATCH) };

/**
 * Reads usage events from a browser; the content type is ignored because beacons have none.
 * @returns their JSON with pseudonyms for account ids, and the number of events
 * @throws {ApiFailure} too_large, invalid_request
 */
export async function readBatch(
  context: Pick<RequestContext, "deps" | "request">,
): Promise<{ text: string; count: number }> {
  const { value } = await readBody(context);
  const batch = value as { readonly __logs__: readonly Readonly<Record<string, string>>[] };
  const { length: count } = batch.__logs__;
  if (count === 0) throw new ApiFailure("invalid_request");
  const text = JSON.stringify({ ...batch, __logs__: pseudonymize(context.deps, batch.__logs__) });
  return { text, count };
}

async function readBody(context: Pick<RequestContext, "deps" | "request">) {
  try {
    const read = await readJson(context, body);
    if (read !== null) return read;
  } catch (error) {
    if (!(error instanceof StructureFault)) throw error;
  }
  throw new ApiFailure("invalid_request");
}
