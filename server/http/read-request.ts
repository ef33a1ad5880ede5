import type { AnyCall } from "#core/api/contract/call.ts";
import { validationError } from "#core/api/contract/validation-error.ts";
import { StructureFault } from "./check-structure.ts";
import { readJson } from "./read-json.ts";
import { ApiFailure } from "./api-failure.ts";
import { type ObjectStructure, structureOf } from "./structure.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * Reads and validates the input of a request. @throws {ApiFailure} for input that violates the
 * contract
 */
export type ReadRequest = (context: RequestContext) => Promise<unknown>;

/** Creates the reader of a call's requests. @param limit maximum bytes of a body */
export function createReader(call: AnyCall, limit: number): ReadRequest {
  let structure: ObjectStructure | undefined;
  return async (context) => {
    structure ??= structureOf(call.request);
    const given =
      call.method === "GET"
        ? readQuery(new URL(context.request.url), structure)
        : await readBody(context, { limit, structure });
    const parsed = call.request.safeParse(given);
    if (!parsed.success) throw failureOf(parsed.error.issues);
    if (hasNul(parsed.data)) throw new ApiFailure("invalid_request");
    return parsed.data;
  };
}

function failureOf(issues: Parameters<typeof validationError>[0]): ApiFailure {
  const { key, params } = validationError(issues);
  return new ApiFailure(key, params && { params });
}

function readQuery({ searchParams }: URL, { fields }: ObjectStructure): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of searchParams) {
    if (!fields.has(name) || Object.hasOwn(given, name)) throw new ApiFailure("invalid_request");
    given[name] = value;
  }
  return given;
}

async function readBody(
  context: RequestContext,
  body: Parameters<typeof readJson>[1],
): Promise<unknown> {
  const type = context.request.headers.get("content-type");
  const isJson = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i.test(type ?? "");
  if (type !== null && !isJson) throw new ApiFailure("invalid_request", { status: 415 });
  try {
    const read = await readJson(context, body);
    // Calls without input accept an empty body.
    if (read === null) return {};
    if (!isJson) throw new ApiFailure("invalid_request", { status: 415 });
    return read.value;
  } catch (error) {
    if (error instanceof StructureFault) throw failureOf([error]);
    throw error;
  }
}

/**
 * Whether any string in a value contains a NUL character, which databases cannot store. @param
 * value of bounded depth
 */
function hasNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  return typeof value === "object" && value !== null && Object.values(value).some(hasNul);
}
