import { rereadText, spokenText } from "#audio/speech/spoken-text.ts";
import type { SpeechEvent } from "#audio/speech/word-times.ts";
import type { Speech, SpeechOptions, SpeechVoice } from "#audio/speech/speech.ts";
import type { SpeechAnswer, SpeechRequest } from "#audio/speech/speech-voice.ts";
import { openJapanese, voiceOf } from "#cli/speech/open-voice.ts";
import { startProgram } from "#cli/speech/start-program.ts";

/** When the program says that a word begins, and where that is in the text that it was given. */
export interface TrueBeginning {
  /** Seconds. */
  readonly at: number;
  /** Character (UTF-16) of the text. */
  readonly position: number;
}

/** What the voice was asked to say last, as it came from the program. */
export interface SpeechEvents {
  readonly speech: Speech;
  readonly words: readonly TrueBeginning[];
}

/** Where events lie in a text, by the pieces that it was spoken in; those inside a piece are left out. */
async function beginningsOf(
  text: string,
  { language, readings = [] }: SpeechOptions,
  events: readonly SpeechEvent[],
  readJapanese: ReturnType<typeof openJapanese>,
): Promise<TrueBeginning[]> {
  const isJapanese = language === "ja";
  const written = spokenText(
    text,
    isJapanese ? readings.map((one) => ({ ...one, stressed: false })) : readings,
  );
  const spokenForm = isJapanese ? rereadText(written, await readJapanese(written.text)) : written;
  return events.flatMap(({ kind, at, position }) => {
    if (kind !== "word") return [];
    const index = spokenForm.segments.findLastIndex((segment) => segment.at <= position);
    const found = spokenForm.segments[index];
    if (!found) return [];
    const next = spokenForm.segments[index + 1]?.at ?? Array.from(spokenForm.text).length;
    const isPlain = next - found.at === Array.from(text.slice(found.start, found.end)).length;
    if (!isPlain) return position === found.at ? [{ at, position: found.start }] : [];
    const before = Array.from(text.slice(found.start)).slice(0, position - found.at);
    return [{ at, position: found.start + before.join("").length }];
  });
}

/** The built-in voice, whose program is listened to. */
export function openTracedVoice() {
  const program = startProgram<(request: SpeechRequest) => Promise<SpeechAnswer>>();
  const readJapanese = openJapanese();
  const events: SpeechEvent[] = [];
  const reported: SpeechEvents[] = [];
  const voice = voiceOf({
    ask: async (request) => {
      const answer = await program.call(request);
      events.splice(0, Infinity, ...answer.events);
      return answer;
    },
    close: program.close,
  });
  const watched: SpeechVoice = {
    async speak(text, options) {
      events.length = 0;
      const speech = await voice.speak(text, options);
      const words = await beginningsOf(text, options, [...events], readJapanese);
      reported.push({ speech, words });
      return speech;
    },
    close: () => voice.close(),
  };
  return { voice: watched, heard: reported };
}
