import { readLines } from "#audio/alignment/read-lines.ts";
import { MEL_STEP } from "#audio/alignment/mel-frames.ts";
import {
  type ConsentProblem,
  checkConsent,
  shuffledSentence,
} from "#audio/profile/check-consent.ts";
import { type VoiceMeasures, semitonesBetween } from "#audio/profile/voice-measures.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import { openVoice } from "#runtime/audio/speech/open-voice.ts";
import type { OwnVoice } from "#runtime/audio/voices/own-voice.ts";
import { type Receipt, hashOf, makeReceipt } from "#runtime/audio/voices/receipt.ts";
import { FaultError } from "#runtime/contract/fault.ts";
import { consentSentences } from "./consent-sentence.ts";

interface ConsentCheck {
  readonly sentence: string;
  /** Locale of the sentence. */
  readonly language: string;
  /** Measurements of the sample. */
  readonly voice: VoiceMeasures;
  readonly speech: SpeechFolders;
  readonly signal: AbortSignal;
}
export interface ConsentRequest extends ConsentCheck {
  readonly sample: Blob;
}

/** Checks a recording of a sentence. @returns the reason for rejecting it, or its measurements */
async function judge(recording: Blob, { sentence, language, voice, speech, signal }: ConsentCheck) {
  const engine = sharedEngine();
  const { synthetic } = await engine.describe(recording, { signal });
  if (synthetic) return { fault: "synthetic" } as const;
  const reader = openVoice(speech);
  try {
    const measures = await engine.voice(recording, { signal });
    const distanceTo = async (text: string) => {
      const { reading, words } = await readLines(reader, [text], language);
      const { distance } = await engine.align(
        { file: recording, reading, words, isSung: false },
        { signal },
      );
      return { distance, seconds: reading.count * MEL_STEP };
    };
    const { distance, seconds } = await distanceTo(sentence);
    const { distance: shuffled } = await distanceTo(shuffledSentence(sentence));
    const fault = checkConsent(measures, voice, { distance, shuffled, expected: seconds });
    return fault ? { fault } : ({ fault: null, heard: measures, distance, shuffled } as const);
  } finally {
    reader.close();
  }
}

/** Checks a spoken consent. @returns the reason for rejecting it, or its receipt */
export async function checkConsentRecording(
  recording: Blob,
  { sample, ...request }: ConsentRequest,
): Promise<
  { readonly fault: ConsentProblem } | { readonly fault: null; readonly receipt: Receipt }
> {
  const found = await judge(recording, request);
  if (found.fault !== null) return found;
  const { heard, distance, shuffled } = found;
  const receipt = await makeReceipt({
    date: new Date().toISOString(),
    language: request.language,
    said: request.sentence,
    recording: await hashOf(recording),
    sample: await hashOf(sample),
    seconds: heard.seconds,
    distance,
    shuffled,
    semitones: semitonesBetween(request.voice.pitch.median, heard.pitch.median),
  });
  return { fault: null, receipt };
}

/**
 * Whether the recording of an imported voice is its consent. It is checked again, because anyone
 * can write a receipt that matches any recording.
 */
export async function isConsentOf(
  { measures, receipt: { said, language } }: OwnVoice,
  recording: Blob,
  { speech, signal }: Pick<ConsentCheck, "speech" | "signal">,
): Promise<boolean> {
  if (!(await consentSentences(language)).includes(said)) return false;
  try {
    const request = { sentence: said, language, voice: measures.sample, speech, signal };
    return (await judge(recording, request)).fault === null;
  } catch (error) {
    if (error instanceof FaultError) return false;
    throw error;
  }
}
