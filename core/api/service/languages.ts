import type { RawCall } from "../contract/call.ts";

/** API-17 Languages of spoken audio: a list of `{extname, name_en, name_zh}`. */
export const languages: RawCall = {
  method: "GET",
  path: "/languages.json",
  type: "application/json",
};
