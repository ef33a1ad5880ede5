import type * as z from "zod/mini";
import type { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import type { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { HOSTED_LIMITS, hostedSeconds } from "#core/hosted/limits.ts";
import { supportsLocales } from "#core/hosted/supports-locales.ts";
import { spokenRequest } from "#core/api/contract/spoken-request.ts";
import type { HostedCallKind } from "../db/schema/credits.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { readBody } from "../http/body.ts";
import type { UserContext } from "../http/request-context.ts";
import { type HostedAnswer, callModel, digestOf } from "./call-model.ts";
import { inputOf } from "./do-work.ts";

/**
 * Maximum bytes of requests: characters have up to four bytes in UTF-8, escaped quotation marks and
 * backslashes two.
 */
export const SCRIPT_LIMIT = 5 * HOSTED_LIMITS.source;
export const TEXT_LIMIT = 64 * 1024;

const sum = (texts: readonly string[]): number =>
  texts.reduce((characters, text) => characters + text.length, 0);

/** @throws {ApiFailure} not_found: no configured model supports these locales */
function requireChat({ deps }: UserContext, ...locales: readonly string[]): void {
  const { chat } = deps.hosted;
  if (!chat || !supportsLocales(chat, ...locales)) throw new ApiFailure("not_found");
}

/** Calls a model with a text. @throws {ApiFailure} as `callModel` does */
const callWithText = (
  context: UserContext,
  kind: HostedCallKind,
  request: { readonly usage_id: string },
  seconds: number,
): Promise<HostedAnswer> =>
  callModel(context, { usageId: request.usage_id, kind }, async () => ({
    seconds,
    digest: digestOf(context.deps, kind, JSON.stringify(request)),
    input: inputOf(request),
  }));

/** @throws {ApiFailure} as `callModel` does; not_found: no model supports the locales */
export async function translateTexts(
  request: z.output<(typeof translateHosted)["request"]>,
  context: UserContext,
): Promise<HostedAnswer> {
  requireChat(context, request.from, request.to);
  const characters = sum(request.texts);
  if (characters > HOSTED_LIMITS.characters) throw new ApiFailure("too_large");
  return await callWithText(context, "translate", request, hostedSeconds(characters));
}

/** @throws {ApiFailure} as `callModel` does; not_found: no model supports the locales */
export async function writeHostedScript(
  request: z.output<(typeof writeScriptHosted)["request"]>,
  context: UserContext,
): Promise<HostedAnswer> {
  requireChat(context, request.language);
  if (sum(request.sentences) > HOSTED_LIMITS.source) throw new ApiFailure("too_large");
  return await callWithText(context, "script", request, 60 * request.minutes);
}

/**
 * Synthesizes speech as a WAV file. @throws {ApiFailure} as `callModel` does; not_found: no such
 * model, voice or locale
 */
export async function speakText(context: UserContext): Promise<HostedAnswer> {
  const { deps, request } = context;
  const { speech } = deps.hosted;
  if (!speech) throw new ApiFailure("not_found");
  let body: unknown = null;
  try {
    body = JSON.parse(new TextDecoder().decode(await readBody(request, TEXT_LIMIT)));
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
  }
  const { success, data } = spokenRequest.safeParse(body);
  if (!success) throw new ApiFailure("invalid_request");
  if (!speech.voices.includes(data.voice) || !supportsLocales(speech, data.language))
    throw new ApiFailure("not_found");
  return await callWithText(context, "speak", data, hostedSeconds(data.text.length));
}
