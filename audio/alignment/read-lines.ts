import type { SpeechVoice } from "../speech/speech.ts";
import type { ReadWord } from "./align-words.ts";
import { type MelFrames, MEL_BANDS, MEL_STEP, computeMelFrames } from "./mel-frames.ts";

/** Lines read by the built-in voice. */
export interface ReadLines {
  readonly reading: MelFrames;
  /** All words, in order. */
  readonly words: readonly ReadWord[];
  /** Location of each word in the text: line and UTF-16 offsets. */
  readonly locations: readonly {
    readonly line: number;
    readonly text: string;
    readonly start: number;
    readonly end: number;
  }[];
}

/**
 * Synthesizes lines one by one for `alignWords`. Lines without words are skipped.
 * @param language locale code
 * @param onLine called with the number of lines read; may throw to cancel
 */
export async function readLines(
  voice: Pick<SpeechVoice, "speak">,
  lines: readonly string[],
  language: string,
  onLine?: (done: number) => void,
): Promise<ReadLines> {
  const frames: Float32Array[] = [];
  const words: ReadWord[] = [];
  const locations: ReadLines["locations"][number][] = [];
  let count = 0;
  for (const [line, text] of lines.entries()) {
    const speech = await voice.speak(text, { language });
    const mel = computeMelFrames(speech.samples, speech.sampleRate);
    for (const [at, { text: word, start, end, from, to }] of speech.words.entries()) {
      const since = count * MEL_STEP;
      words.push({ from: since + from, to: since + to, beginsLine: at === 0 });
      locations.push({ line, text: word, start, end });
    }
    frames.push(mel.energies);
    count += mel.count;
    onLine?.(line + 1);
  }
  const energies = new Float32Array(count * MEL_BANDS);
  let at = 0;
  for (const part of frames) {
    energies.set(part, at);
    at += part.length;
  }
  return { reading: { energies, count }, words, locations };
}
