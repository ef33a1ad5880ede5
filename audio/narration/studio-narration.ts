import type { Reading, Speech, SpeechOptions, SpeechVoice } from "../speech/speech.ts";
import type { Persona } from "./personas.ts";

/** What the variant of a persona begins with that a studio voice speaks. */
const STUDIO = "studio/";
/** And that a hosted voice speaks. */
const HOSTED = "hosted/";

/**
 * A voice of a studio model as a persona: it speaks as it does by itself.
 * @param voice of those that the model has; its first where it is empty
 */
export const studioPersona = (voice: string): Persona => ({
  variant: STUDIO + voice,
  // The pace at which studio voices speak by themselves.
  rate: 165,
  pitch: 0,
  range: 50,
  formant: 0,
  tone: { tilt: 0, warmth: 0, presence: 0 },
  breath: 0,
  waver: 0,
  rest: { sentence: 0.3, paragraph: 0.8 },
});

/** A voice of a hosted model as a persona. @param voice as it is named there */
export const hostedPersona = (voice: string): Persona => ({
  ...studioPersona(""),
  variant: HOSTED + voice,
});

/** A text as it is said, and from where to where each of its characters is written. */
function readOut(text: string, readings: readonly Reading[]) {
  let said = "";
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (part: string, placeOf: (at: number) => readonly [start: number, end: number]) => {
    for (let at = 0; at < part.length; at++) {
      const [start, end] = placeOf(at);
      starts.push(start);
      ends.push(end);
    }
    said += part;
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
    said,
    startOf: (place: number): number => starts[place] ?? text.length,
    endOf: (place: number): number => ends[place - 1] ?? 0,
  };
}

/** Speaks with a voice that knows no readings: what is read otherwise is written so for it. */
async function speakPlainly(
  other: SpeechVoice,
  text: string,
  { readings = [], voice = "", ...options }: SpeechOptions,
): Promise<Speech> {
  const { said, startOf, endOf } = readOut(text, readings);
  const name = voice.slice(voice.indexOf("/") + 1);
  const speech = await other.speak(said, { ...options, ...(name !== "" && { voice: name }) });
  const words = speech.words.map((word) => ({
    ...word,
    start: startOf(word.start),
    end: endOf(word.end),
  }));
  return { ...speech, words };
}

/** A voice, and another for the personas whose variants begin with something. */
const besides =
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

/** The built-in voice, and a studio voice for the personas that it speaks. */
export const withStudioVoice = besides(STUDIO);
/** Those voices, and the hosted ones for theirs. */
export const withHostedVoice = besides(HOSTED);
