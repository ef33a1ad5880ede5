import type * as z from "zod/mini";
import { speakHosted } from "#core/api/hosted/speak-hosted.ts";
import { transcribeHosted } from "#core/api/hosted/transcribe-hosted.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { envelope, SUCCESS } from "#core/api/contract/call.ts";
import type { SpokenRequest } from "#core/api/contract/spoken-request.ts";
import { hostedTranscript } from "#core/hosted/transcript.ts";
import type { Hosted, HostedCall } from "../../contract/hosted.ts";
import type { Application } from "../../application/application.ts";
import { ApiError } from "../../services/api/api-error.ts";
import { type HostedRequest, type HostedResponse, callHosted, SILENCE } from "./call-hosted.ts";
import { fetchWithin } from "../../services/fetch-within.ts";
import { cookieOf } from "../../services/cookie-of.ts";
import { errorOfResponse } from "./error-of-response.ts";

/** Calls of hosted models. */
export type HostedCalls = Pick<Hosted, "transcribe" | "translate" | "write" | "speak">;

const JSON_TYPE = "application/json";

/** Parses the data of a response. @throws {ApiError} */
async function dataOf<T extends z.ZodMiniType>(body: ArrayBuffer, shape: T): Promise<z.output<T>> {
  const json: unknown = await new Response(body).json().catch(() => null);
  const wrapped = envelope.safeParse(json);
  const parsed = shape.safeParse(wrapped.data?.data);
  if (wrapped.data?.code !== SUCCESS || !parsed.success) throw new ApiError("", { status: 200 });
  return parsed.data;
}

/** Hosted models over the site's API. */
export function openHosted(
  { data, user }: Pick<Application, "data" | "user">,
  {
    fetch,
    navigator,
    document,
  }: Pick<Window & typeof globalThis, "fetch" | "navigator" | "document">,
): HostedCalls {
  const isTracing = data.services.servers?.tracing ?? false;
  async function send({
    method,
    address,
    headers,
    body,
    signal,
  }: HostedRequest): Promise<HostedResponse> {
    const { cookie, header } = data.services.xsrf;
    const repeated = method === "GET" ? null : cookieOf(document, cookie);
    try {
      const init: RequestInit = {
        method,
        ...(body !== undefined && { body }),
        ...(signal ? { signal } : { keepalive: true }),
        headers: {
          Authorization: user.getState().token ?? "",
          ...headers,
          ...(repeated !== null && { [header]: repeated }),
        },
      };
      const response = await fetchWithin(fetch, data.site.apiBase + address, init, 1000 * SILENCE);
      if (!response.ok) throw await errorOfResponse(response);
      const seconds = Number(response.headers.get("Retry-After"));
      return {
        status: response.status,
        body: await response.arrayBuffer(),
        retryAfter: seconds > 0 ? seconds : null,
      };
    } catch (error) {
      if (error instanceof ApiError) throw error;
      signal?.throwIfAborted();
      throw new ApiError("", { key: navigator.onLine ? "unreachable" : "offline", cause: error });
    }
  }
  const callWith = (
    address: string,
    { usageId: usage_id, ...call }: HostedCall,
    request: object,
  ): Promise<ArrayBuffer> => {
    const body = JSON.stringify({ ...request, usage_id });
    return callHosted({ address, body, type: JSON_TYPE }, { ...call, send, isTracing });
  };
  return {
    async transcribe(wav, { usageId, language, ...call }) {
      const query = new URLSearchParams({ usage_id: usageId, ...(language && { language }) });
      const address = `${transcribeHosted.path}?${query.toString()}`;
      const body = await callHosted(
        { address, body: wav, type: "audio/wav" },
        { ...call, send, isTracing },
      );
      return await dataOf(body, hostedTranscript);
    },
    async translate(request, call) {
      const body = await callWith(translateHosted.path, call, request);
      return (await dataOf(body, translateHosted.response)).texts;
    },
    async write(request, call) {
      const body = await callWith(writeScriptHosted.path, call, request);
      return (await dataOf(body, writeScriptHosted.response)).lines;
    },
    speak: (text: Omit<SpokenRequest, "usage_id">, call) => callWith(speakHosted.path, call, text),
  };
}
