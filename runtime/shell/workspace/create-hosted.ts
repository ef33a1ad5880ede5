import * as z from "zod/mini";
import { transcribeHosted } from "../../../core/api/hosted/transcribe-hosted.ts";
import { envelope, SUCCESS } from "../../../core/api/contract/call.ts";
import { hostedTranscript } from "../../../core/hosted/transcript.ts";
import type { Hosted } from "../../workspace/contract/hosted.ts";
import type { Application } from "../context/application.ts";
import { ApiError } from "../../services/api/api-error.ts";
import { errorOfResponse } from "./error-of-response.ts";

/** Hosted models of a site, over its API. */
export function createHosted(
  { data, user }: Pick<Application, "data" | "user">,
  { fetch, navigator }: Pick<Window & typeof globalThis, "fetch" | "navigator">,
): Hosted {
  const answered = z.object({ ...envelope.shape, data: hostedTranscript });
  return {
    transcription: data.services.hosted.transcription,
    async transcribe(wav, { usageId, language, signal }) {
      const query = new URLSearchParams({ usage_id: usageId, ...(language && { language }) });
      let response: Response;
      try {
        response = await fetch.call(
          globalThis,
          `${data.site.apiBase}${transcribeHosted.path}?${query.toString()}`,
          {
            method: "POST",
            body: wav,
            signal,
            headers: { Authorization: user.getState().token ?? "", "Content-Type": "audio/wav" },
          },
        );
      } catch (error) {
        signal.throwIfAborted();
        throw new ApiError("", { key: navigator.onLine ? "unreachable" : "offline", cause: error });
      }
      if (!response.ok) throw await errorOfResponse(response);
      const parsed = answered.safeParse(await response.json().catch(() => null));
      if (parsed.data?.code !== SUCCESS) throw new ApiError("", { status: response.status });
      return parsed.data.data;
    },
  };
}
