import { checkStructure } from "./check-structure.ts";
import { decodeText, readBody } from "./body.ts";
import { ApiFailure } from "./api-failure.ts";
import type { Structure } from "./structure.ts";
import type { RequestContext } from "./request-context.ts";

/** Bytes of JSON for which other requests do not have to wait noticeably. */
const SMALL = 64 * 1024;

export interface JsonBody {
  /** Bytes at most. */
  readonly limit: number;
  readonly structure: Structure;
}
interface ReadJson {
  readonly text: string;
  readonly value: unknown;
}

/**
 * The JSON that a request brings: the only way from a body to values. Its sizes and counts are looked
 * at first, up to the first that is wrong, so that the cost of a body is bounded by its length.
 * @returns null where the body is empty
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
