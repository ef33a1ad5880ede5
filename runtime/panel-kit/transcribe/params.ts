import type { SpeechFolders } from "#core/page/app-data.ts";
import type { TranscriptEngine } from "#core/transcript/transcript.ts";
import type { HostedModel } from "../../audio/models/model-slots.ts";
import type { JsonObject } from "../../workspace/contract/json.ts";
import { chosenOf } from "../settings/effect-params.ts";
import type { EngineChoice } from "./use-engines.ts";

/** Jobs that write transcripts, whichever tool they are of. */
export const TRANSCRIPT_RUN = { panel: "transcript", preset: "transcript" } as const;

/** What a job that writes a transcript is given. */
export interface TranscriptParams extends JsonObject {
  readonly engine: TranscriptEngine;
  /** BCP 47 of what is spoken; empty: the engine finds it out. */
  readonly language: string;
  /** What is said, where that is known and only its times are looked for; empty for other engines. */
  readonly text: string;
  /** The studio model, with its name. */
  readonly model?: HostedModel & { readonly name: string } & JsonObject;
  /** Where the built-in voice is, by which words are timed; null where the site has none. */
  readonly speech: (SpeechFolders & JsonObject) | null;
}

/** What the engine that was chosen is given. */
export const transcriptParams = (
  { engine, model }: EngineChoice,
  {
    language,
    text,
    speech,
  }: {
    readonly language: string;
    readonly text: string;
    readonly speech: SpeechFolders | null;
  },
): JsonObject =>
  ({
    engine,
    language,
    text: engine === "align" ? text : "",
    speech,
    ...(model && { model: { ...chosenOf(model), name: model.name, memory: model.memory } }),
  }) as unknown as JsonObject;
