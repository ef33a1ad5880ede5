import type { RawCall } from "../contract/call.ts";

/** JOB-5 Public keys that verify receipts of erased files: a JSON Web Key Set. */
export const receiptKeys: RawCall = {
  method: "GET",
  path: "/.well-known/toolkit-receipts.json",
  type: "application/json",
};
