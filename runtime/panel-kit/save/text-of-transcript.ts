import { readTranscript } from "#core/transcript/read-transcript.ts";
import { writeText } from "#core/transcript/save/texts.ts";
import { uncutTranscript } from "#core/transcript/save/write-transcript.ts";
import type { Transcript } from "#core/transcript/transcript.ts";

/**
 * The plain text of a transcript, without what was cut from it.
 * @param json the transcript as its job stored it
 * @param edited the same with the visitor's corrections, if there are any
 * @returns null if it is no transcript
 */
export function textOfTranscript(json: string, edited: Transcript | null): string | null {
  const transcript = edited ?? readTranscript(json);
  return transcript && writeText(uncutTranscript(transcript, false));
}
