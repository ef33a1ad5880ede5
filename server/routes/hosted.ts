import { speakHosted } from "#core/api/hosted/speak-hosted.ts";
import { transcribeHosted } from "#core/api/hosted/transcribe-hosted.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { CHUNK_LIMIT, transcribeChunk } from "../hosted/transcribe-chunk.ts";
import {
  SCRIPT_LIMIT,
  speakText,
  TEXT_LIMIT,
  translateTexts,
  writeHostedScript,
} from "../hosted/work-on-texts.ts";
import { successResponse } from "../http/api-response.ts";
import { type RawRoute, type Route, authenticate, userRoute } from "../http/route.ts";

export const HOSTED_ROUTES: readonly Route[] = [
  userRoute(translateHosted, translateTexts),
  userRoute(writeScriptHosted, writeHostedScript, SCRIPT_LIMIT),
];

export const HOSTED_RAW_ROUTES: readonly RawRoute[] = [
  {
    call: transcribeHosted,
    limit: CHUNK_LIMIT,
    handle: async (context) => {
      const { body } = successResponse(await transcribeChunk(await authenticate(context)));
      return new Response(body, { headers: { "Content-Type": "application/json; charset=utf-8" } });
    },
  },
  {
    call: speakHosted,
    limit: TEXT_LIMIT,
    handle: async (context) =>
      new Response(await speakText(await authenticate(context)), {
        headers: { "Content-Type": "audio/wav", "Cache-Control": "no-store" },
      }),
  },
];
