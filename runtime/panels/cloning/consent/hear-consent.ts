import { readLines } from "../../../../audio/alignment/read-lines.ts";
import { MEL_STEP } from "../../../../audio/alignment/mel-frames.ts";
import type { ConsentFault } from "../../../../audio/profile/check-consent.ts";
import { checkConsent, shuffledSentence } from "../../../../audio/profile/check-consent.ts";
import type { VoiceMeasures } from "../../../../audio/profile/voice-measures.ts";
import { semitonesBetween } from "../../../../audio/profile/voice-measures.ts";
import type { SpeechFolders } from "../../../../core/page/app-data.ts";
import { sharedEngine } from "../../../audio/shared-engine.ts";
import { openVoice } from "../../../audio/speech/open-voice.ts";
import type { Receipt } from "../../../audio/voices/receipt.ts";
import { hashOf, makeReceipt } from "../../../audio/voices/receipt.ts";

export interface AskedConsent {
  readonly sentence: string;
  /** Code of the locale of the sentence. */
  readonly language: string;
  readonly sample: Blob;
  readonly voice: VoiceMeasures;
  readonly speech: SpeechFolders;
  readonly signal: AbortSignal;
}

/** Checks a consent that was read aloud. @returns why it is not taken, or its receipt */
export async function hearConsent(
  recording: Blob,
  { sentence, language, sample, voice, speech, signal }: AskedConsent,
): Promise<{ readonly fault: ConsentFault } | { readonly fault: null; readonly receipt: Receipt }> {
  const engine = sharedEngine();
  const reader = openVoice(speech);
  try {
    const heard = await engine.voice(recording, { signal });
    const distanceTo = async (text: string) => {
      const { reading, words } = await readLines(reader, [text], language);
      const { distance } = await engine.align({ file: recording, reading, words }, { signal });
      return { distance, seconds: reading.count * MEL_STEP };
    };
    const { distance, seconds } = await distanceTo(sentence);
    const { distance: shuffled } = await distanceTo(shuffledSentence(sentence));
    const fault = checkConsent(heard, voice, { distance, shuffled, expected: seconds });
    if (fault) return { fault };
    const receipt = await makeReceipt({
      date: new Date().toISOString(),
      language,
      said: sentence,
      recording: await hashOf(recording),
      sample: await hashOf(sample),
      seconds: heard.seconds,
      distance,
      shuffled,
      semitones: semitonesBetween(voice.pitch.median, heard.pitch.median),
    });
    return { fault: null, receipt };
  } finally {
    reader.close();
  }
}
