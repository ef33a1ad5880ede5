import { z } from "zod";
import type { Config } from "#core/site/config.ts";
import type { HostedTranscript } from "#core/hosted/transcript.ts";
import {
  type ChatModel,
  type HostedModels,
  type SpeechModel,
  type TranscriptionModel,
  HostedError,
} from "../ports/hosted-models.ts";
import { languageCode } from "./language-code.ts";
import { type Endpoint, requestBytes, requestJson } from "./openai-endpoint.ts";
import { plainWav } from "./plain-wav.ts";

/** Names of the models on the site and at the endpoint; null: there is no model of the kind. */
export type ModelNames = Pick<Config["hosted"], "transcription" | "chat" | "speech">;

const second = z.number().min(0);
/**
 * The part of `CreateTranscriptionResponseVerboseJson` of OpenAI's API specification that is used.
 */
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

/** The part of `CreateChatCompletionResponse` of OpenAI's API specification that is used. */
const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
});

/**
 * Parses the JSON of a completion. @throws {HostedError} unusable: the model refused, the text was
 * truncated, or it is not JSON
 */
function contentOf(value: unknown): unknown {
  const unusable = (message: string, cause?: unknown): HostedError =>
    new HostedError(message, { isUnusable: true, cause });
  const { success, data, error } = completion.safeParse(value);
  if (!success) throw unusable("Its answer is no completion", error);
  const { finish_reason: reason, message } = data.choices[0]!;
  if (message.refusal) throw unusable("It refused");
  if (reason && reason !== "stop") throw unusable(`It ended with ${reason}`);
  try {
    return JSON.parse(message.content ?? "") as unknown;
  } catch {
    // Without its cause, which is logged and quotes the text.
    throw unusable("What it wrote is no JSON");
  }
}

/** Creates the models of an OpenAI-compatible endpoint. @param endpoint null: there is none */
export function createOpenAiModels(
  endpoint: Endpoint | null,
  names: ModelNames,
  fetch: typeof globalThis.fetch,
): HostedModels {
  if (endpoint === null) return { transcription: null, chat: null, speech: null };
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
        await requestJson(endpoint, "/audio/transcriptions", { body, signal, fetch }),
      );
    },
  });
  const chatOf = ({ model, languages }: NonNullable<ModelNames["chat"]>): ChatModel => ({
    languages,
    async complete({ name, system, user, schema }, { signal }) {
      const body = {
        model,
        messages: [
          { role: "system", content: system },
          { role: "user", content: user },
        ],
        response_format: { type: "json_schema", json_schema: { name, strict: true, schema } },
      };
      return contentOf(await requestJson(endpoint, "/chat/completions", { body, signal, fetch }));
    },
  });
  const speechOf = ({
    model,
    languages,
    voices,
  }: NonNullable<ModelNames["speech"]>): SpeechModel => ({
    languages,
    voices: voices.map(({ id }) => id),
    async speak(input, { voice, speed, signal }) {
      const body = { model, voice, input, response_format: "wav", speed };
      const wav = plainWav(await requestBytes(endpoint, "/audio/speech", { body, signal, fetch }));
      if (!wav) throw new HostedError("It spoke no WAV of one channel", { isUnusable: true });
      return wav;
    },
  });
  return {
    transcription: names.transcription === null ? null : transcriptionOf(names.transcription),
    chat: names.chat && chatOf(names.chat),
    speech: names.speech && speechOf(names.speech),
  };
}
