import type { RawCall } from "../contract/call.ts";

/**
 * API-17 Readiness: 200 when the database can be written and the server is not shutting down, else
 * 503.
 */
export const ready: RawCall = { method: "GET", path: "/readyz", type: "text/plain" };
