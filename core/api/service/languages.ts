import type { RawCall } from "../contract/call.ts";

/** API-17 The languages of spoken audio: a list of `{extname, name_en, name_zh}`. */
export const languages: RawCall = {
  method: "GET",
  path: "/languages.json",
  type: "application/json",
};
