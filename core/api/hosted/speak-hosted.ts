import type { RawCall } from "../contract/call.ts";

/**
 * API-17 Has a text spoken by the model that the operator has named. The body is JSON, `spokenRequest`; the
 * answer is a WAV file of one channel, 16 bits, or an envelope where it is refused.
 */
export const speakHosted: RawCall = {
  method: "POST",
  path: "/audio/api/v1/hosted/speak",
  type: "audio/wav",
};
