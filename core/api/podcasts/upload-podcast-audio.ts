import type { RawCall } from "../contract/call.ts";

/**
 * API-17 Uploads the audio of a podcast before it is shared: the body is the file, with its MIME
 * type. The token is in `Authorization`, as for any call. The response has an envelope with
 * `{audio_url}` for `podcast/save`; audio that is not saved within a day is deleted.
 */
export const uploadPodcastAudio: RawCall = {
  method: "POST",
  path: "/audio/api/v1/podcast/audio",
  type: "application/json",
};
