import type { AnyCall } from "../../core/api/contract/call.ts";
import { refusalOfIssues } from "../../core/api/contract/refusal.ts";
import { StructureFault } from "./check-structure.ts";
import { readJson } from "./read-json.ts";
import { Refusal } from "./refusal.ts";
import type { ObjectStructure } from "./structure.ts";
import { structureOf } from "./structure.ts";
import type { Visit } from "./visit.ts";

/** Reads what a request says. @throws {Refusal} for anything that is not as agreed */
export type ReadRequest = (visit: Visit) => Promise<unknown>;

/** Reads requests as a call wants them. @param limit bytes of a body at most */
export function createReader(call: AnyCall, limit: number): ReadRequest {
  let structure: ObjectStructure | undefined;
  return async (visit) => {
    structure ??= structureOf(call.request);
    const given =
      call.method === "GET"
        ? readQuery(new URL(visit.request.url), structure)
        : await readBody(visit, { limit, structure });
    const parsed = call.request.safeParse(given);
    if (!parsed.success) throw refusalOf(parsed.error.issues);
    if (hasNul(parsed.data)) throw new Refusal("invalid_request");
    return parsed.data;
  };
}

function refusalOf(issues: Parameters<typeof refusalOfIssues>[0]): Refusal {
  const { key, params } = refusalOfIssues(issues);
  return new Refusal(key, params && { params });
}

function readQuery({ searchParams }: URL, { fields }: ObjectStructure): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of searchParams) {
    if (!fields.has(name) || Object.hasOwn(given, name)) throw new Refusal("invalid_request");
    given[name] = value;
  }
  return given;
}

async function readBody(visit: Visit, body: Parameters<typeof readJson>[1]): Promise<unknown> {
  const type = visit.request.headers.get("content-type");
  const isJson = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i.test(type ?? "");
  if (type !== null && !isJson) throw new Refusal("invalid_request", { status: 415 });
  try {
    const read = await readJson(visit, body);
    // Calls without a content may come without a body.
    if (read === null) return {};
    if (!isJson) throw new Refusal("invalid_request", { status: 415 });
    return read.value;
  } catch (error) {
    if (error instanceof StructureFault) throw refusalOf([error]);
    throw error;
  }
}

/** Whether a text in a value has a NUL, which databases cannot hold. @param value of known depth */
function hasNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  return typeof value === "object" && value !== null && Object.values(value).some(hasNul);
}
