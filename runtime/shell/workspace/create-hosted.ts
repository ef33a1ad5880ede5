import * as z from "zod/mini";
import { speakHosted } from "#core/api/hosted/speak-hosted.ts";
import { transcribeHosted } from "#core/api/hosted/transcribe-hosted.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { envelope, SUCCESS } from "#core/api/contract/call.ts";
import type { SpokenRequest } from "#core/api/contract/spoken-request.ts";
import { hostedTranscript } from "#core/hosted/transcript.ts";
import type { Hosted } from "../../contract/hosted.ts";
import type { Application } from "../../application/application.ts";
import { ApiError } from "../../services/api/api-error.ts";
import { askAgain } from "./ask-again.ts";
import { errorOfResponse } from "./error-of-response.ts";

/** Hosted models over the site's API; busy models are retried. */
export function createHosted(
  { api, data, user }: Pick<Application, "api" | "data" | "user">,
  { fetch, navigator }: Pick<Window & typeof globalThis, "fetch" | "navigator">,
): Hosted {
  const answered = z.object({ ...envelope.shape, data: hostedTranscript });
  /** @returns the body, read here: an answer that is cut off is lost, too */
  async function send(
    address: string,
    body: Blob | string,
    {
      type,
      signal,
      key,
    }: { readonly type: string; readonly signal: AbortSignal; readonly key: string },
  ): Promise<ArrayBuffer> {
    try {
      const response = await fetch.call(globalThis, data.site.apiBase + address, {
        method: "POST",
        body,
        signal,
        headers: {
          Authorization: user.getState().token ?? "",
          "Content-Type": type,
          "Idempotency-Key": key,
        },
      });
      if (!response.ok) throw await errorOfResponse(response);
      return await response.arrayBuffer();
    } catch (error) {
      if (error instanceof ApiError) throw error;
      signal.throwIfAborted();
      throw new ApiError("", { key: navigator.onLine ? "unreachable" : "offline", cause: error });
    }
  }
  return {
    ...data.services.hosted,
    async transcribe(wav, { usageId, language, ...call }) {
      const { signal } = call;
      const query = new URLSearchParams({ usage_id: usageId, ...(language && { language }) });
      const address = `${transcribeHosted.path}?${query.toString()}`;
      return askAgain(async (key) => {
        const body = await send(address, wav, { type: "audio/wav", signal, key });
        const parsed = answered.safeParse(await new Response(body).json().catch(() => null));
        if (parsed.data?.code !== SUCCESS) throw new ApiError("", { status: 200 });
        return parsed.data.data;
      }, call);
    },
    async translate({ texts, ...wish }, { usageId: usage_id, ...call }) {
      const request = { ...wish, texts: [...texts], usage_id };
      const ask = (idempotencyKey: string) =>
        api(translateHosted, request, { signal: call.signal, quiet: "all", idempotencyKey });
      return (await askAgain(ask, call)).texts;
    },
    async write({ sentences, ...wish }, { usageId: usage_id, ...call }) {
      const request = { ...wish, sentences: [...sentences], usage_id };
      const ask = (idempotencyKey: string) =>
        api(writeScriptHosted, request, { signal: call.signal, quiet: "all", idempotencyKey });
      return (await askAgain(ask, call)).lines;
    },
    async speak(text, { usageId: usage_id, ...call }) {
      const { signal } = call;
      const body: SpokenRequest = { ...text, usage_id };
      const type = "application/json";
      return askAgain(
        (key) => send(speakHosted.path, JSON.stringify(body), { type, signal, key }),
        call,
      );
    },
  };
}
