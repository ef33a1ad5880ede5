import type { SpeechFolders } from "#core/page/app-data.ts";
import type { TranscriptEngine } from "#core/transcript/transcript.ts";
import type { HostedModel } from "../../audio/models/model-slots.ts";
import type { JsonObject } from "../../contract/json.ts";
import { chosenModel } from "../settings/effect-params.ts";
import type { TranscriptChoice } from "./use-engines.ts";

/** Panel and preset of jobs that write transcripts, whichever tool starts them. */
export const TRANSCRIPT_RUN = { panel: "transcript", preset: "transcript" } as const;

/** Parameters of a job that writes a transcript. */
export interface TranscriptParams extends JsonObject {
  readonly engine: TranscriptEngine;
  /** BCP 47 tag of the spoken language; empty for detection by the engine. */
  readonly language: string;
  /** The spoken text, if it is known and only has to be aligned; otherwise empty. */
  readonly text: string;
  /** The studio model, with its name. */
  readonly model?: HostedModel & { readonly name: string } & JsonObject;
  /** Location of the built-in voice that aligns words; null if the site has none. */
  readonly speech: (SpeechFolders & JsonObject) | null;
}

/** The parameters for the chosen engine. */
export const transcriptParams = (
  { engine, model }: TranscriptChoice,
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
    ...(model && { model: { ...chosenModel(model), name: model.name, memory: model.memory } }),
  }) as unknown as JsonObject;
