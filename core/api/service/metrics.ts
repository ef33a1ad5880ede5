import type { RawCall } from "../contract/call.ts";

/** API-17 Metrics of the server, in the text format of Prometheus. */
export const metrics: RawCall = { method: "GET", path: "/metrics", type: "text/plain" };
