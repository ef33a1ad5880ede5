import type { RawCall } from "../contract/call.ts";

/** API-17 The OpenAPI document of the API. */
export const openApi: RawCall = {
  method: "GET",
  path: "/audio/api/openapi.json",
  type: "application/json",
};
