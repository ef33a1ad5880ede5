import type { RawCall } from "../contract/call.ts";

/**
 * API-17 The media of a resolved link, in the format of its ticket. The browser saves it without
 * custom headers: the `ticket` of the query authenticates the user, for an hour.
 */
export const downloadStream: RawCall = {
  method: "GET",
  path: "/audio/api/v1/download/stream",
  type: null,
};
