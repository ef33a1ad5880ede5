import type { ServerResponse } from "node:http";
import { type Envelope, SUCCESS } from "#core/api/contract/call.ts";
import { faultOf } from "#core/api/contract/errors.ts";
import type { FakeApiError } from "./fake-api-error.ts";

/** An answer that has not been sent. */
export interface FakeResponse {
  readonly status: number;
  readonly envelope: Envelope;
  /** Seconds. */
  readonly retryAfter: number | null;
}

export const success = (data: unknown): FakeResponse => ({
  status: 200,
  envelope: { code: SUCCESS, message: "Operation successful", data },
  retryAfter: null,
});

export function refused({ key, params, retryAfter }: FakeApiError): FakeResponse {
  const { status, code } = faultOf(key);
  // Known by its key; these words are for logs.
  const message = key.replaceAll("_", " ");
  return { status, envelope: { code, message, data: null, key, params }, retryAfter };
}

export function sendJson(
  response: ServerResponse,
  { status, envelope, retryAfter }: FakeResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    ...(retryAfter !== null && { "Retry-After": String(Math.ceil(retryAfter)) }),
    ...headers,
  });
  response.end(JSON.stringify(envelope));
}
