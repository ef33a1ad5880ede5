import {
  type HostedTranscript,
  HOSTED_CHUNK_SECONDS,
  HOSTED_RATE,
} from "#core/hosted/transcript.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { readBody } from "../http/body.ts";
import type { UserContext } from "../http/request-context.ts";
import { digestOf, useHostedModel } from "./use-model.ts";
import { cutWav, wavSeconds } from "./wav-seconds.ts";

/** Maximum bytes of a chunk: 16 bits per sample, and the header. */
export const CHUNK_LIMIT = 2 * HOSTED_RATE * (HOSTED_CHUNK_SECONDS + 1) + 1024;
/** Milliseconds in which the model has to respond. */
const TIME = 280_000;
/**
 * Seconds that may be cut off the end of a recording that is slightly longer than its file
 * declared.
 */
const MARGIN = 5;

/**
 * Transcribes a chunk of a recording for a job that has paid for its duration.
 * @throws {ApiFailure} not_found: no model, or no such job; usage_closed; invalid_request:
 *   unsupported audio, or more than was paid for; too_large, too_many_tries, unavailable
 */
export async function transcribeChunk(context: UserContext): Promise<HostedTranscript> {
  const { deps, request } = context;
  const { transcription } = deps.hosted;
  if (!transcription) throw new ApiFailure("not_found");
  const query = new URL(request.url).searchParams;
  const language = /^[a-z]{2,3}$/.exec(query.get("language") ?? "")?.[0] ?? null;
  const usageId = query.get("usage_id") ?? "";
  let wav = new Uint8Array();
  return await useHostedModel(context, {
    usageId,
    margin: MARGIN,
    time: TIME,
    async seconds() {
      wav = new Uint8Array(await readBody(request, CHUNK_LIMIT));
      const seconds = wavSeconds(wav);
      if (seconds === null) throw new ApiFailure("invalid_request", { status: 415 });
      return seconds;
    },
    digest: () => digestOf(deps, "transcribe", usageId, language ?? "", wav),
    requestModel: (signal, seconds) =>
      transcription.transcribe(cutWav(wav, seconds), { language, signal }),
  });
}
