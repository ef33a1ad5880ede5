import type { RawCall } from "../contract/call.ts";

/**
 * API-17 Receives usage events: `{__logs__, __tags__?, __topic__?, __source__?}`, with any content
 * type.
 */
export const track: RawCall = { method: "POST", path: "/logstores/{logstore}/track", type: null };
