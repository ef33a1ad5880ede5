import type { RawCall } from "../contract/call.ts";

/**
 * API-17 Has a piece of a recording written down by the model that the operator has named. The body is a
 * WAV file of one channel of 16 kHz, 16 bits, of five minutes at most; the query has `usage_id` of the job
 * that pays for it, and `language` (ISO 639) where that is known. The answer has an envelope.
 */
export const transcribeHosted: RawCall = {
  method: "POST",
  path: "/audio/api/v1/hosted/transcribe",
  type: "application/json",
};
