import type { SpeechVoice } from "../speech/speech.ts";
import type { ReadWord } from "./align-words.ts";
import { type MelFrames, MEL_BANDS, MEL_STEP, melFramesOf } from "./mel-frames.ts";

/** Lines as the built-in voice reads them. */
export interface ReadLines {
  readonly reading: MelFrames;
  /** All words, in their order. */
  readonly words: readonly ReadWord[];
  /** The place of each of them in the text: a line, and characters (UTF-16) of it. */
  readonly places: readonly {
    readonly line: number;
    readonly text: string;
    readonly start: number;
    readonly end: number;
  }[];
}

/**
 * Reads lines aloud, one by one, for `alignWords`. Lines without words are passed over.
 * @param language code of a locale
 * @param onLine is told how many lines have been read; what it throws ends it
 */
export async function readLines(
  voice: Pick<SpeechVoice, "speak">,
  lines: readonly string[],
  language: string,
  onLine?: (done: number) => void,
): Promise<ReadLines> {
  const frames: Float32Array[] = [];
  const words: ReadWord[] = [];
  const places: ReadLines["places"][number][] = [];
  let count = 0;
  for (const [line, text] of lines.entries()) {
    const speech = await voice.speak(text, { language });
    const mel = melFramesOf(speech.samples, speech.sampleRate);
    for (const [at, { text: word, start, end, from, to }] of speech.words.entries()) {
      const since = count * MEL_STEP;
      words.push({ from: since + from, to: since + to, beginsLine: at === 0 });
      places.push({ line, text: word, start, end });
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
  return { reading: { energies, count }, words, places };
}
