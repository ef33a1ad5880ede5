import { checkStructure } from "./check-structure.ts";
import { decodeText, readBody } from "./body.ts";
import { ApiFailure } from "./api-failure.ts";
import type { Structure } from "./structure.ts";
import type { RequestContext } from "./request-context.ts";

/** Bytes of JSON that can be parsed without a noticeable delay for other requests. */
const SMALL = 64 * 1024;

export interface JsonBody {
  /** In bytes. */
  readonly limit: number;
  readonly structure: Structure;
}
interface ReadJson {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Reads JSON from a request: the only way to get values from a body. Sizes and counts are checked
 * first, up to the first violation, so that the cost of a body is bounded by its length.
 * @returns null for an empty body
 * @throws {ApiFailure} too_large, invalid_request
 * @throws {StructureFault}
 */
export async function readJson(
  { deps, request }: Pick<RequestContext, "deps" | "request">,
  { limit, structure }: JsonBody,
): Promise<ReadJson | null> {
  const bytes = await readBody(request, limit);
  if (bytes.length === 0) return null;
  if (bytes.length > SMALL) await deps.turns();
  const text = decodeText(bytes);
  checkStructure(text, structure);
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    throw new ApiFailure("invalid_request");
  }
}
