import type { RawCall } from "../contract/call.ts";

/** API-17 What the server counts, in the text format of Prometheus. */
export const metrics: RawCall = { method: "GET", path: "/metrics", type: "text/plain" };
