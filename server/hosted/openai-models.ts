import { z } from "zod";
import type { HostedTranscript } from "../../core/hosted/transcript.ts";
import type { HostedModels, TranscriptionModel } from "../ports/hosted-models.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { languageCode } from "./language-code.ts";
import type { Endpoint } from "./openai-endpoint.ts";
import { askEndpoint } from "./openai-endpoint.ts";

/** Names of models, as the endpoint knows them; null: none of the kind. */
export interface ModelNames {
  readonly transcription: string | null;
}

const second = z.number().min(0);
/** `CreateTranscriptionResponseVerboseJson` of OpenAI's description, as far as it is used. */
const verbose = z.object({
  text: z.string(),
  language: z.string().nullish(),
  segments: z
    .array(
      z.object({
        start: second,
        end: second,
        text: z.string(),
        avg_logprob: z.number().nullish(),
      }),
    )
    .nullish(),
  words: z.array(z.object({ word: z.string(), start: second, end: second })).nullish(),
});

function transcriptOf(value: unknown): HostedTranscript {
  const { success, data, error } = verbose.safeParse(value);
  if (!success) throw new HostedError("Its answer is no transcript", { cause: error });
  return {
    text: data.text,
    language: data.language ? languageCode(data.language) : null,
    segments: (data.segments ?? []).map(({ start, end, text, avg_logprob: log }) => ({
      start,
      end,
      text,
      confidence: typeof log === "number" ? Math.min(1, Math.exp(log)) : null,
    })),
    words: data.words ?? [],
  };
}

/** Models of an endpoint that speaks OpenAI's API. @param endpoint null: there is none */
export function createOpenAiModels(
  endpoint: Endpoint | null,
  names: ModelNames,
  fetch: typeof globalThis.fetch,
): HostedModels {
  if (endpoint === null) return { transcription: null };
  const transcriptionOf = (model: string): TranscriptionModel => ({
    async transcribe(wav, { language, signal }) {
      const body = new FormData();
      body.set("file", new Blob([wav], { type: "audio/wav" }), "speech.wav");
      body.set("model", model);
      body.set("response_format", "verbose_json");
      body.append("timestamp_granularities[]", "word");
      body.append("timestamp_granularities[]", "segment");
      if (language !== null) body.set("language", language);
      return transcriptOf(
        await askEndpoint(endpoint, "/audio/transcriptions", { body, signal, fetch }),
      );
    },
  });
  return {
    transcription: names.transcription === null ? null : transcriptionOf(names.transcription),
  };
}
