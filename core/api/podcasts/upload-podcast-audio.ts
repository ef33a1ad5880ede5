import type { RawCall } from "../contract/call.ts";

/**
 * API-17 Takes the audio of a podcast that is to be shared: its bytes are the body, with their MIME
 * type. The token is in `Authorization`, as for any call. The answer has an envelope with
 * `{audio_url}`, which `podcast/save` takes; who does not save it within a day has to send it again.
 */
export const uploadPodcastAudio: RawCall = {
  method: "POST",
  path: "/audio/api/v1/podcast/audio",
  type: "application/json",
};
