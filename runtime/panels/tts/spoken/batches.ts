import type { ScriptSentence } from "#audio/narration/script.ts";
import { splitWords } from "#audio/speech/split-words.ts";

/**
 * Maximum characters of sentences that are spoken together, about forty seconds: a model has two
 * minutes to answer, and what is lost with a request has to be spoken again.
 */
const MAX_CHARACTERS = 600;
const SEPARATOR = " ";

/** Sentences that are spoken by one request. */
export interface Batch {
  readonly sentences: readonly ScriptSentence[];
  readonly text: string;
  /** Range of each sentence in the text. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

function batchOf(sentences: readonly ScriptSentence[]): Batch {
  let start = 0;
  const ranges = sentences.map(({ text }) => {
    const range = { start, end: start + text.length };
    start = range.end + SEPARATOR.length;
    return range;
  });
  return { sentences, text: sentences.map(({ text }) => text).join(SEPARATOR), ranges };
}

/**
 * Combines sentences of a hosted voice, in order: each request to a hosted model takes its turn in a
 * queue. Other voices speak each sentence by itself.
 * @param isHosted whether the voice of sentences without a speaker is hosted
 */
export function batchesOf(sentences: readonly ScriptSentence[], isHosted: boolean): Batch[] {
  const batches: ScriptSentence[][] = [];
  let characters = 0;
  for (const sentence of sentences) {
    const last = batches.at(-1);
    const { text } = sentence;
    characters += SEPARATOR.length + text.length;
    const joins =
      last !== undefined &&
      characters <= MAX_CHARACTERS &&
      isHosted &&
      [last[0]!, sentence].every(({ persona }) => persona === null) &&
      // Only a sentence with words has a position in the sound.
      [last[0]!.text, text].every((one) => splitWords(one).length > 0);
    if (joins) last.push(sentence);
    else {
      batches.push([sentence]);
      characters = text.length;
    }
  }
  return batches.map(batchOf);
}
