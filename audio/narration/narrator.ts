import type { SpokenWord } from "../speech/speech.ts";
import { NARRATION_RATE } from "./refine/refine-speech.ts";
import { type Narration, type SpeakerDeps, createSpeaker } from "./speaker.ts";
import { marksWithin, readMarks } from "./text/marks.ts";
import { runsOf } from "./text/runs.ts";
import { type SentencePlace, splitSentences } from "./text/split-sentences.ts";

/** A sentence as it sounds. */
export interface Narrated {
  /** Mono, `NARRATION_RATE`, about −19 LUFS, at most −1 dBTP. */
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  /** Places in the text that was given, and seconds of the samples. */
  readonly words: readonly SpokenWord[];
}

/** A sentence of a longer text. */
export interface NarratedSentence extends Narrated, SentencePlace {
  /** Seconds of silence that follow it. */
  readonly rest: number;
}

/**
 * Speaks texts with the characters of `PERSONAS`. What is spoken twice is as long, but not the same
 * sample by sample: the voice goes on with its own noise.
 */
export interface Narrator {
  /**
   * Speaks a sentence, or a few: marks (`readMarks`), numbers, dates and abbreviations are read as
   * its language does.
   * @throws {RangeError} where the language is none of `SPOKEN_LANGUAGES`
   * @throws {Error} where the voice could not be loaded
   */
  say(text: string, narration: Narration): Promise<Narrated>;
  /** Speaks a text sentence by sentence, the next when it is asked for. */
  narrate(text: string, narration: Narration): AsyncGenerator<NarratedSentence, void>;
  close(): void;
}

/** Rest behind a sentence, in seconds. */
export const restBehind = (
  { endsParagraph }: Pick<SentencePlace, "endsParagraph">,
  { persona, rests = 1 }: Pick<Narration, "persona" | "rests">,
): number => rests * (endsParagraph ? persona.rest.paragraph : persona.rest.sentence);

/** Makes a narrator of the built-in voice. */
export function createNarrator(deps: SpeakerDeps): Narrator {
  const sayPart = createSpeaker(deps);
  async function say(written: string, narration: Narration): Promise<Narrated> {
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
      const said = await sayPart(text.slice(start, end), { ...narration, language }, within);
      if (!said) continue;
      const at = frames / NARRATION_RATE;
      for (const word of said.words)
        words.push({
          ...word,
          start: word.start + start,
          end: word.end + start,
          from: word.from + at,
          to: word.to + at,
        });
      add(said.samples);
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
    say,
    async *narrate(text, narration) {
      for (const place of splitSentences(readMarks(text).text, narration.language)) {
        const said = await say(text.slice(place.start, place.end), narration);
        const words = said.words.map((word) => ({
          ...word,
          start: word.start + place.start,
          end: word.end + place.start,
        }));
        yield { ...said, ...place, words, rest: restBehind(place, narration) };
      }
    },
    close: () => deps.voice.close(),
  };
}
