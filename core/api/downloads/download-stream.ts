import type { RawCall } from "../contract/call.ts";

/**
 * API-17 The media behind a resolved link, in the format of its ticket. The browser saves it without
 * a header of ours: the `ticket` of the query stands for the user, and for an hour.
 */
export const downloadStream: RawCall = {
  method: "GET",
  path: "/audio/api/v1/download/stream",
  type: null,
};
