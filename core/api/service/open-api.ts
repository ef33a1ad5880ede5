import type { RawCall } from "../contract/call.ts";

/** API-17 The OpenAPI document of the API: every call, every address, every error. */
export const openApi: RawCall = {
  method: "GET",
  path: "/audio/api/openapi.json",
  type: "application/json",
};
