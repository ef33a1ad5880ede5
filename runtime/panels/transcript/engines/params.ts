import type { TranscriptEngine } from "../../../../core/transcript/transcript.ts";
import type { SpeechFolders } from "../../../../core/page/app-data.ts";
import type { HostedModel } from "../../../audio/models/model-slots.ts";
import type { JsonObject } from "../../../workspace/contract/json.ts";

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
