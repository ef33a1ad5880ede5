import type * as z from "zod/mini";
import type { ResponseOf } from "#core/api/contract/call.ts";
import type { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import type { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { HOSTED_LIMITS, hostedSeconds } from "#core/hosted/limits.ts";
import { supportsLocales } from "#core/hosted/supports-locales.ts";
import { readScript, scriptQuestion } from "#core/hosted/script.ts";
import { spokenRequest } from "#core/api/contract/spoken-request.ts";
import { readTranslation, translationQuestion } from "#core/hosted/translation.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { readBody } from "../http/body.ts";
import type { UserContext } from "../http/request-context.ts";
import { type ChatModel, HostedError } from "../ports/hosted-models.ts";
import { digestOf, useHostedModel } from "./use-model.ts";

/** Milliseconds in which a model has to translate or speak; to write a script. */
const TIME = 120_000;
const SCRIPT_TIME = 280_000;
/**
 * Maximum bytes of requests: characters have up to four bytes in UTF-8, escaped quotation marks and
 * backslashes two.
 */
export const SCRIPT_LIMIT = 5 * HOSTED_LIMITS.source;
export const TEXT_LIMIT = 64 * 1024;

const unusable = (): HostedError =>
  new HostedError("Its answer has another shape", { isUnusable: true });
const sum = (texts: readonly string[]): number =>
  texts.reduce((characters, text) => characters + text.length, 0);

/** @throws {ApiFailure} not_found: no configured model supports these locales */
function chatOf({ deps }: UserContext, ...locales: readonly string[]): ChatModel {
  const { chat } = deps.hosted;
  if (!chat || !supportsLocales(chat, ...locales)) throw new ApiFailure("not_found");
  return chat;
}

/** @throws {ApiFailure} as `useHostedModel` does; not_found: no model supports the locales */
export async function translateTexts(
  request: z.output<(typeof translateHosted)["request"]>,
  context: UserContext,
): Promise<ResponseOf<typeof translateHosted>> {
  const chat = chatOf(context, request.from, request.to);
  const characters = sum(request.texts);
  if (characters > HOSTED_LIMITS.characters) throw new ApiFailure("too_large");
  const texts = await useHostedModel(context, {
    usageId: request.usage_id,
    seconds: hostedSeconds(characters),
    digest: () => digestOf(context.deps, "translate", JSON.stringify(request)),
    time: TIME,
    async requestModel(signal) {
      const found = readTranslation(
        await chat.complete(translationQuestion(request), { signal }),
        request,
      );
      if (!found) throw unusable();
      return found;
    },
  });
  return { texts };
}

/** @throws {ApiFailure} as `useHostedModel` does; not_found: no model supports the locales */
export async function writeHostedScript(
  request: z.output<(typeof writeScriptHosted)["request"]>,
  context: UserContext,
): Promise<ResponseOf<typeof writeScriptHosted>> {
  const chat = chatOf(context, request.language);
  if (sum(request.sentences) > HOSTED_LIMITS.source) throw new ApiFailure("too_large");
  const lines = await useHostedModel(context, {
    usageId: request.usage_id,
    seconds: 60 * request.minutes,
    digest: () => digestOf(context.deps, "script", JSON.stringify(request)),
    time: SCRIPT_TIME,
    async requestModel(signal) {
      const found = readScript(await chat.complete(scriptQuestion(request), { signal }), request);
      if (!found) throw unusable();
      return found;
    },
  });
  return { lines };
}

/**
 * Synthesizes speech as a WAV file. @throws {ApiFailure} as `useHostedModel` does; not_found: no
 * such model, voice or locale
 */
export async function speakText(context: UserContext): Promise<Uint8Array<ArrayBuffer>> {
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
  const { usage_id: usageId, voice, language, text, speed } = data;
  if (!speech.voices.includes(voice) || !supportsLocales(speech, language))
    throw new ApiFailure("not_found");
  return await useHostedModel(context, {
    usageId,
    seconds: hostedSeconds(text.length),
    digest: () => digestOf(deps, "speak", JSON.stringify(data)),
    time: TIME,
    requestModel: (signal) => speech.speak(text, { voice, speed, signal }),
  });
}
