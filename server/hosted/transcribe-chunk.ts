import { HOSTED_CHUNK_SECONDS, HOSTED_RATE } from "#core/hosted/transcript.ts";
import { takeSlots } from "../admission/slots.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { readBody } from "../http/body.ts";
import type { UserContext } from "../http/request-context.ts";
import { type HostedAnswer, type HostedRequest, callModel, digestOf } from "./call-model.ts";
import { inputOf } from "./do-work.ts";
import { wavSeconds } from "./wav-seconds.ts";

/** Maximum bytes of a chunk: 16 bits per sample, and the header. */
export const CHUNK_LIMIT = 2 * HOSTED_RATE * (HOSTED_CHUNK_SECONDS + 1) + 1024;
/**
 * Seconds that may be cut off the end of a recording that is slightly longer than its file
 * declared.
 */
const MARGIN = 5;
/** Seconds until a client that sends too many recordings at once may retry. */
const RETRY = 5;

interface Chunk {
  readonly usageId: string;
  /** ISO 639; null: detected. */
  readonly language: string | null;
}

async function readChunk(
  { deps, request, user: { userId } }: UserContext,
  { usageId, language }: Chunk,
): Promise<HostedRequest> {
  const slotKeys = [["hostedAccount", userId]] as const;
  const leave = await takeSlots(deps, { work: "hosted", slotKeys, retryAfter: RETRY });
  try {
    const wav = new Uint8Array(await readBody(request, CHUNK_LIMIT));
    const seconds = wavSeconds(wav);
    if (seconds === null) throw new ApiFailure("invalid_request", { status: 415 });
    const digest = digestOf(deps, "transcribe", usageId, language ?? "", wav);
    return { seconds, margin: MARGIN, digest, input: inputOf({ language }, wav) };
  } finally {
    await leave();
  }
}

/**
 * Transcribes a chunk of a recording for a job that has paid for its duration.
 * @throws {ApiFailure} not_found: no model, or no such job; usage_closed; invalid_request:
 *   unsupported audio, or more than was paid for; too_large, too_many_tries, unavailable
 */
export async function transcribeChunk(context: UserContext): Promise<HostedAnswer> {
  if (!context.deps.hosted.transcription) throw new ApiFailure("not_found");
  const query = new URL(context.request.url).searchParams;
  const language = /^[a-z]{2,3}$/.exec(query.get("language") ?? "")?.[0] ?? null;
  const usageId = query.get("usage_id") ?? "";
  const chunk = { usageId, language };
  return await callModel(context, { usageId, kind: "transcribe" }, () => readChunk(context, chunk));
}
