import type { SpeechFolders } from "#core/page/app-data.ts";
import type { TranscriptEngine } from "#core/transcript/transcript.ts";
import type { HostedModel } from "../../audio/models/model-slots.ts";
import type { JsonObject } from "../../contract/json.ts";
import { chosenModel } from "../settings/effect-params.ts";
import type { TranscriptChoice } from "./use-engines.ts";

/** Panel and preset of jobs that write transcripts, whichever tool starts them. */
export const TRANSCRIPT_RUN = { panel: "transcript", preset: "transcript" } as const;

/** How a job finds the speakers of a recording. */
export interface SpeakerParams extends JsonObject {
  /** Number of speakers; null if it has to be found. */
  readonly count: number | null;
  /** Names for as many speakers as there can be. */
  readonly names: string[];
  readonly segmentation: HostedModel & JsonObject;
  readonly embedding: HostedModel & JsonObject;
}

/** Parameters of a job that writes a transcript. */
export interface TranscriptParams extends JsonObject {
  readonly engine: TranscriptEngine;
  /** BCP 47 tag of the spoken language; empty for detection by the engine. */
  readonly language: string;
  /** The spoken text, if it is known and only has to be aligned; otherwise empty. */
  readonly text: string;
  /** Names and terms that may be spoken; missing if there are none, or the engine uses none. */
  readonly terms?: string;
  /** The studio model, with its name. */
  readonly model?: HostedModel & { readonly name: string } & JsonObject;
  /** Missing if the speakers are not found. */
  readonly speakers?: SpeakerParams;
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
    terms = "",
    speakers = null,
  }: {
    readonly language: string;
    readonly text: string;
    readonly speech: SpeechFolders | null;
    /** Names and terms; left out where the engine uses none. */
    readonly terms?: string;
    /** Null if the speakers are not found. */
    readonly speakers?: SpeakerParams | null;
  },
): JsonObject =>
  ({
    engine,
    language,
    text: engine === "align" ? text : "",
    speech,
    ...(terms.trim() !== "" && model?.form.kind === "whisper" && { terms: terms.trim() }),
    ...(speakers && { speakers }),
    ...(model && { model: { ...chosenModel(model), name: model.name, memory: model.memory } }),
  }) as unknown as JsonObject;
