import type { RawCall } from "../contract/call.ts";

/**
 * API-17 Synthesizes a text with the operator's hosted voice. The body is JSON, `spokenRequest`;
 * the response is a mono 16-bit WAV file, or an envelope with an error.
 */
export const speakHosted: RawCall = {
  method: "POST",
  path: "/audio/api/v1/hosted/speak",
  type: "audio/wav",
};
