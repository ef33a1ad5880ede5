import type { SpokenWord } from "../speech/speech.ts";
import { NARRATION_RATE } from "./refine/refine-speech.ts";
import { type Narration, type SpeakerDeps, createSpeaker } from "./speaker.ts";
import { marksWithin, readMarks } from "./text/marks.ts";
import { runsOf } from "./text/runs.ts";
import { type SentenceRange, splitSentences } from "./text/split-sentences.ts";

/** A synthesized sentence. */
export interface NarratedText {
  /** Mono at `NARRATION_RATE`, about −19 LUFS, at most −1 dBTP. */
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  /** Ranges in the input text, and times in the samples. */
  readonly words: readonly SpokenWord[];
}

/** A sentence of a longer text. */
export interface NarratedSentence extends NarratedText, SentenceRange {
  /** Seconds of silence after it. */
  readonly rest: number;
}

/**
 * Narrates texts with the characters of `PERSONAS`. Repeated texts have the same length but not
 * identical samples, because the voice's noise is not reset.
 */
export interface Narrator {
  /**
   * Narrates one or a few sentences: marks (`readMarks`), numbers, dates and abbreviations are read
   * in the language.
   * @throws {RangeError} if the language is not one of `SPOKEN_LANGUAGES`
   * @throws {Error} if the voice could not be loaded
   */
  synthesize(text: string, narration: Narration): Promise<NarratedText>;
  /** Narrates a text sentence by sentence, on demand. */
  narrate(text: string, narration: Narration): AsyncGenerator<NarratedSentence, void>;
  close(): void;
}

/** Pause after a sentence, in seconds. */
export const pauseAfter = (
  { endsParagraph }: Pick<SentenceRange, "endsParagraph">,
  { persona, rests = 1 }: Pick<Narration, "persona" | "rests">,
): number => rests * (endsParagraph ? persona.rest.paragraph : persona.rest.sentence);

/** Creates a narrator with the built-in voice. */
export function createNarrator(deps: SpeakerDeps): Narrator {
  const speakPart = createSpeaker(deps);
  async function synthesize(written: string, narration: Narration): Promise<NarratedText> {
    const { text, marks } = readMarks(written);
    const parts: Float32Array[] = [];
    const words: SpokenWord[] = [];
    let frames = 0;
    const add = (samples: Float32Array): void => {
      parts.push(samples);
      frames += samples.length;
    };
    for (const { start, end, language, pause } of runsOf(text.length, marks, narration.language)) {
      if (pause > 0) add(new Float32Array(Math.round(pause * NARRATION_RATE)));
      const within = marksWithin(marks, start, end);
      const spoken = await speakPart(text.slice(start, end), { ...narration, language }, within);
      if (!spoken) continue;
      const at = frames / NARRATION_RATE;
      for (const word of spoken.words)
        words.push({
          ...word,
          start: word.start + start,
          end: word.end + start,
          from: word.from + at,
          to: word.to + at,
        });
      add(spoken.samples);
    }
    const samples = new Float32Array(frames);
    let at = 0;
    for (const part of parts) {
      samples.set(part, at);
      at += part.length;
    }
    return { samples, sampleRate: NARRATION_RATE, words };
  }

  return {
    synthesize,
    async *narrate(text, narration) {
      for (const sentence of splitSentences(readMarks(text).text, narration.language)) {
        const spoken = await synthesize(text.slice(sentence.start, sentence.end), narration);
        const words = spoken.words.map((word) => ({
          ...word,
          start: word.start + sentence.start,
          end: word.end + sentence.start,
        }));
        yield { ...spoken, ...sentence, words, rest: pauseAfter(sentence, narration) };
      }
    },
    close: () => deps.voice.close(),
  };
}
