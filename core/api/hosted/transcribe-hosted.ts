import type { RawCall } from "../contract/call.ts";

/**
 * API-17 Transcribes a chunk of a recording with the operator's hosted model. The body is a mono
 * 16-bit WAV file at 16 kHz, at most five minutes long; the query has `usage_id` of the job that
 * pays, and `language` (ISO 639) when known. The response has an envelope.
 */
export const transcribeHosted: RawCall = {
  method: "POST",
  path: "/audio/api/v1/hosted/transcribe",
  type: "application/json",
};
