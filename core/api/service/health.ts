import type { RawCall } from "../contract/call.ts";

/** API-17 Whether the server works: 200, or 503. */
export const health: RawCall = { method: "GET", path: "/healthz", type: "text/plain" };
