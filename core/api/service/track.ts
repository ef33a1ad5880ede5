import type { RawCall } from "../contract/call.ts";

/** API-17 Takes usage events: `{__logs__, __tags__?, __topic__?, __source__?}`, of any content type. */
export const track: RawCall = { method: "POST", path: "/logstores/{logstore}/track", type: null };
