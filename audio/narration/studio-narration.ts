import type { Reading, Speech, SpeechOptions, SpeechVoice } from "../speech/speech.ts";
import type { Persona } from "./personas.ts";

/** Variant prefix of personas with a studio voice. */
const STUDIO = "studio/";
/** Variant prefix of personas with a hosted voice. */
const HOSTED = "hosted/";

/**
 * A persona for a voice of a studio model, without changes to the voice.
 * @param voice voice id of the model; empty for its first one
 */
export const studioPersona = (voice: string): Persona => ({
  variant: STUDIO + voice,
  // Default rate of studio voices.
  rate: 165,
  pitch: 0,
  range: 50,
  formant: 0,
  tone: { tilt: 0, warmth: 0, presence: 0 },
  breath: 0,
  waver: 0,
  rest: { sentence: 0.3, paragraph: 0.8 },
});

/** A persona for a voice of a hosted model. @param voice its name there */
export const hostedPersona = (voice: string): Persona => ({
  ...studioPersona(""),
  variant: HOSTED + voice,
  isPaid: true,
});

/** The spoken form of a text, and the source range of each character. */
function applyReadings(text: string, readings: readonly Reading[]) {
  let spoken = "";
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (
    part: string,
    sourceRangeOf: (at: number) => readonly [start: number, end: number],
  ) => {
    for (let at = 0; at < part.length; at++) {
      const [start, end] = sourceRangeOf(at);
      starts.push(start);
      ends.push(end);
    }
    spoken += part;
  };
  const addAsIs = (from: number, to: number): void =>
    add(text.slice(from, to), (at) => [from + at, from + at + 1]);
  let done = 0;
  for (const { start, end, reading } of readings) {
    addAsIs(done, start);
    add(reading, () => [start, end]);
    done = end;
  }
  addAsIs(done, text.length);
  return {
    said: spoken,
    startOf: (index: number): number => starts[index] ?? text.length,
    endOf: (index: number): number => ends[index - 1] ?? 0,
  };
}

/** For voices without support for readings: substitutes readings in the text. */
async function speakPlainly(
  other: SpeechVoice,
  text: string,
  { readings = [], voice = "", ...options }: SpeechOptions,
): Promise<Speech> {
  const { said: spoken, startOf, endOf } = applyReadings(text, readings);
  const name = voice.slice(voice.indexOf("/") + 1);
  const speech = await other.speak(spoken, { ...options, ...(name !== "" && { voice: name }) });
  const words = speech.words.map((word) => ({
    ...word,
    start: startOf(word.start),
    end: endOf(word.end),
  }));
  return { ...speech, words };
}

/** Delegates personas with a variant prefix to another voice. */
const withVariantVoice =
  (beginning: string) =>
  (voice: SpeechVoice, other: SpeechVoice): SpeechVoice => ({
    speak: (text, options) =>
      options.voice?.startsWith(beginning)
        ? speakPlainly(other, text, options)
        : voice.speak(text, options),
    close() {
      voice.close();
      other.close();
    },
  });

/** The built-in voice, plus a studio voice. */
export const withStudioVoice = withVariantVoice(STUDIO);
/** The given voices, plus hosted ones. */
export const withHostedVoice = withVariantVoice(HOSTED);
