import type { RawCall } from "../contract/call.ts";

/** API-17 Whether the process answers: 200, whatever is the matter with what it needs. */
export const health: RawCall = { method: "GET", path: "/healthz", type: "text/plain" };
