import type { AnyCall } from "../../core/api/call.ts";
import { refusalOfIssues } from "../../core/api/refusal.ts";
import { decodeText, readBody } from "./body.ts";
import { Refusal } from "./refusal.ts";
import { hasNul, hasUnknownField, parseStrictJson } from "./strict-json.ts";

/**
 * What a request says, as its call wants it.
 * @throws {Refusal} for anything that is not as agreed
 */
export async function readRequest(
  call: AnyCall,
  request: Request,
  limit?: number,
): Promise<unknown> {
  const given =
    call.method === "GET" ? readQuery(new URL(request.url)) : await readJson(request, limit);
  const parsed = call.request.safeParse(given);
  if (!parsed.success) {
    const { key, params } = refusalOfIssues(parsed.error.issues);
    throw new Refusal(key, params && { params });
  }
  if (hasUnknownField(call.request, given) || hasNul(parsed.data))
    throw new Refusal("invalid_request");
  return parsed.data;
}

function readQuery({ searchParams }: URL): Record<string, string> {
  const given: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of searchParams) {
    if (name in given) throw new Refusal("invalid_request");
    given[name] = value;
  }
  return { ...given };
}

async function readJson(request: Request, limit: number | undefined): Promise<unknown> {
  const type = request.headers.get("content-type");
  const isJson = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i.test(type ?? "");
  if (type !== null && !isJson) throw new Refusal("invalid_request", { status: 415 });
  const bytes = await readBody(request, limit);
  // Calls without a content may come without a body.
  if (bytes.length === 0) return {};
  if (!isJson) throw new Refusal("invalid_request", { status: 415 });
  try {
    return parseStrictJson(decodeText(bytes));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("invalid_request");
  }
}
