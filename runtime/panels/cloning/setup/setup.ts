import type { Receipt } from "#runtime/audio/voices/receipt.ts";
import { type OwnVoiceId, isOwnVoice, MAX_NAME_LENGTH } from "#runtime/audio/voices/own-voice.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import { objectOf } from "#runtime/panel-kit/settings/json-values.ts";
import type { Json, JsonObject } from "#runtime/contract/json.ts";

/** Maximum length of the sentence for comparison, in characters. */
export const MAX_SENTENCE = 400;

/** A consent for a sample. */
export interface GivenConsent {
  /** Id of the sample in the tray. */
  readonly fileId: string;
  /** Id of the voice that is made from it. */
  readonly voice: OwnVoiceId;
  readonly receipt: Receipt;
}

/** Settings of the panel. */
export interface CloneSetup {
  readonly name: string;
  readonly sentence: string;
  readonly consent: GivenConsent | null;
}

/** Parameters of a job. */
export interface CloneParams extends JsonObject {
  readonly name: string;
  /** The sentence for comparison, and its language. */
  readonly sentence: string;
  readonly language: string;
  readonly voice: OwnVoiceId;
  readonly receipt: Receipt & JsonObject;
  readonly speech: SpeechFolders & JsonObject;
}

const textOf = (value: Json | undefined, maxLength: number): string =>
  typeof value === "string" ? value.slice(0, maxLength) : "";

function consentOf(stored: Json | undefined): GivenConsent | null {
  const { fileId, voice, receipt } = objectOf(stored);
  return typeof fileId === "string" && isOwnVoice(voice) && typeof receipt === "object" && receipt
    ? { fileId, voice, receipt: receipt as unknown as Receipt }
    : null;
}

/** Stored settings; defaults for invalid values. */
export const setupOf = (stored: JsonObject | undefined): CloneSetup => ({
  name: textOf(stored?.["name"], MAX_NAME_LENGTH),
  sentence: textOf(stored?.["sentence"], MAX_SENTENCE),
  consent: consentOf(stored?.["consent"]),
});
