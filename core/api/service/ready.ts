import type { RawCall } from "../contract/call.ts";

/** API-17 Whether the server takes requests: its database can be written, and it is not ending. 200, or 503. */
export const ready: RawCall = { method: "GET", path: "/readyz", type: "text/plain" };
