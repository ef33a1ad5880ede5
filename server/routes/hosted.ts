import type { AnyCall } from "#core/api/contract/call.ts";
import { cancelHostedCall } from "#core/api/hosted/cancel-hosted-call.ts";
import { getHostedCall } from "#core/api/hosted/get-hosted-call.ts";
import { speakHosted } from "#core/api/hosted/speak-hosted.ts";
import { transcribeHosted } from "#core/api/hosted/transcribe-hosted.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { fileBody } from "../files/file-body.ts";
import { type HostedAnswer, cancelModelCall, waitForAnswer } from "../hosted/call-model.ts";
import type { StoredContent } from "../hosted/contents.ts";
import { CHUNK_LIMIT, transcribeChunk } from "../hosted/transcribe-chunk.ts";
import {
  SCRIPT_LIMIT,
  speakText,
  TEXT_LIMIT,
  translateTexts,
  writeHostedScript,
} from "../hosted/work-on-texts.ts";
import { ApiFailure } from "../http/api-failure.ts";
import {
  type ApiResponse,
  type StreamedResponse,
  streamedResponse,
  successResponse,
} from "../http/api-response.ts";
import type { RequestContext, UserContext } from "../http/request-context.ts";
import {
  type InputOf,
  type RawRoute,
  type Route,
  authenticate,
  signedInRoute,
} from "../http/route.ts";

const JSON_TYPE = "application/json; charset=utf-8";

async function* textOf({ frames }: StoredContent): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  for await (const frame of frames) yield decoder.decode(frame, { stream: true });
  yield decoder.decode();
}

/** Response to a call whose result is JSON, or that has no result yet. */
function jsonResponse({ deps }: UserContext, answer: HostedAnswer): ApiResponse | StreamedResponse {
  if ("result" in answer) {
    const response = streamedResponse(textOf(answer.result));
    return { ...response, body: fileBody(deps, response.body) };
  }
  const { pending } = answer;
  return {
    ...successResponse(pending),
    status: 202,
    ...(pending.retry_after !== null && { retryAfter: pending.retry_after }),
  };
}

function responseTo(context: UserContext, answer: HostedAnswer): Response {
  if ("result" in answer && answer.kind === "speak")
    return new Response(fileBody(context.deps, answer.result.frames), {
      headers: {
        "Content-Type": "audio/wav",
        "Content-Length": String(answer.result.bytes),
        "Cache-Control": "no-store",
      },
    });
  const { status, body, retryAfter } = jsonResponse(context, answer);
  return new Response(body, {
    status,
    headers: {
      "Content-Type": JSON_TYPE,
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
    },
  });
}

const textRoute = <C extends AnyCall>(
  call: C,
  work: (request: InputOf<C>, context: UserContext) => Promise<HostedAnswer>,
  limit?: number,
): Route =>
  signedInRoute(
    call,
    async (request, context) => jsonResponse(context, await work(request, context)),
    limit,
  );

/** The key at the end of the path. @throws {ApiFailure} not_found: no call has such a key */
function keyOf({ request }: UserContext): string {
  const last = new URL(request.url).pathname.split("/").at(-1)!;
  try {
    const key = decodeURIComponent(last);
    // PostgreSQL stores no text with this character.
    if (!key.includes("\0")) return key;
  } catch {
    // Its escapes are invalid.
  }
  throw new ApiFailure("not_found");
}

async function respondWith(
  context: RequestContext,
  work: (context: UserContext) => Promise<HostedAnswer>,
): Promise<Response> {
  const userContext = await authenticate(context);
  return responseTo(userContext, await work(userContext));
}

export const HOSTED_ROUTES: readonly Route[] = [
  textRoute(translateHosted, translateTexts),
  textRoute(writeScriptHosted, writeHostedScript, SCRIPT_LIMIT),
];

export const HOSTED_RAW_ROUTES: readonly RawRoute[] = [
  {
    call: transcribeHosted,
    limit: CHUNK_LIMIT,
    handle: (context) => respondWith(context, transcribeChunk),
  },
  {
    call: speakHosted,
    limit: TEXT_LIMIT,
    handle: (context) => respondWith(context, speakText),
  },
  {
    call: getHostedCall,
    limit: null,
    handle: (context) =>
      respondWith(context, async (userContext) => waitForAnswer(userContext, keyOf(userContext))),
  },
  {
    call: cancelHostedCall,
    limit: null,
    handle: async (context) => {
      const userContext = await authenticate(context);
      await cancelModelCall(userContext, keyOf(userContext));
      return new Response(null, { status: 204 });
    },
  },
];
