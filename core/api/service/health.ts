import type { RawCall } from "../contract/call.ts";

/** API-17 Liveness: 200 while the process responds, whatever the state of its dependencies. */
export const health: RawCall = { method: "GET", path: "/healthz", type: "text/plain" };
