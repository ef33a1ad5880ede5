import * as z from "zod/mini";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { spokenRequest } from "#core/api/contract/spoken-request.ts";
import { readScript, scriptQuestion } from "#core/hosted/script.ts";
import { readTranslation, translationQuestion } from "#core/hosted/translation.ts";
import type { HostedCallKind } from "../db/schema/credits.ts";
import { type HostedModels, HostedError } from "../ports/hosted-models.ts";
import { cutWav } from "./wav-seconds.ts";

/** Milliseconds in which a model has to respond. */
export const TIMES: Readonly<Record<HostedCallKind, number>> = {
  transcribe: 280_000,
  translate: 120_000,
  script: 280_000,
  speak: 120_000,
};

/** Request of a transcription; its sound follows. */
const transcription = z.object({ language: z.nullable(z.string()) });
const NEWLINE = 10;

/** The stored input of a call: its request as JSON, and a sound after a newline. */
export function inputOf(request: unknown, sound: Uint8Array = new Uint8Array()): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(request)}\n`), sound]);
}

function readInput(input: Uint8Array): { request: unknown; sound: Uint8Array<ArrayBuffer> } {
  const end = input.indexOf(NEWLINE);
  const request: unknown = JSON.parse(new TextDecoder().decode(input.subarray(0, end)));
  return { request, sound: new Uint8Array(input.subarray(end + 1)) };
}

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const unusable = (): HostedError =>
  new HostedError("Its answer has another shape", { isUnusable: true });

/** @throws {HostedError} this process has no such model, and another one may have it */
function required<M>(model: M | null): M {
  if (model === null) throw new HostedError("There is no such model here");
  return model;
}

/** Kinds of calls for which there is a model. */
export const kindsOf = ({ transcription, chat, speech }: HostedModels): HostedCallKind[] => [
  ...(transcription ? (["transcribe"] as const) : []),
  ...(chat ? (["translate", "script"] as const) : []),
  ...(speech ? (["speak"] as const) : []),
];

interface Work {
  readonly kind: HostedCallKind;
  readonly input: Uint8Array;
  /** Seconds that the job has paid for. */
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/**
 * Has a model do the work of a call.
 * @returns a WAV file for speech; JSON of the response's data otherwise
 * @throws {HostedError}
 */
export async function doWork(
  hosted: HostedModels,
  { kind, input, seconds, signal }: Work,
): Promise<Uint8Array> {
  const { request, sound } = readInput(input);
  switch (kind) {
    case "transcribe": {
      const { language } = transcription.parse(request);
      const model = required(hosted.transcription);
      return json(await model.transcribe(cutWav(sound, seconds), { language, signal }));
    }
    case "translate": {
      const task = translateHosted.request.parse(request);
      const answer = await required(hosted.chat).complete(translationQuestion(task), { signal });
      const texts = readTranslation(answer, task);
      if (!texts) throw unusable();
      return json({ texts });
    }
    case "script": {
      const task = writeScriptHosted.request.parse(request);
      const answer = await required(hosted.chat).complete(scriptQuestion(task), { signal });
      const lines = readScript(answer, task);
      if (!lines) throw unusable();
      return json({ lines });
    }
    case "speak": {
      const { text, voice, speed } = spokenRequest.parse(request);
      return await required(hosted.speech).speak(text, { voice, speed, signal });
    }
  }
}
