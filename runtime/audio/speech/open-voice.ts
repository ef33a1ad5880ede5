import type { SpeechFolders } from "#core/page/app-data.ts";
import type { Reading, SpeechVoice } from "#audio/speech/speech.ts";
import {
  type SpeechAnswer,
  type SpeechRequest,
  createSpeechVoice,
} from "#audio/speech/speech-voice.ts";
import { askWorker } from "./ask-worker.ts";

/** The built-in voice, in a worker of its own. Nothing is loaded before the first text. */
export function openVoice({ espeak, japanese }: SpeechFolders): SpeechVoice {
  const program = askWorker<SpeechRequest, SpeechAnswer>(
    () => new Worker(`${espeak}worker.js`, { type: "module" }),
  );
  const readings = askWorker<
    { readonly text: string; readonly folder: string },
    { readonly readings: readonly Reading[] }
  >(
    () =>
      new Worker(new URL("../worker/speech/japanese-worker.ts", import.meta.url), {
        type: "module",
      }),
  );
  return createSpeechVoice({
    ask: program.ask,
    readJapanese: async (text) =>
      (await readings.ask({ text, folder: new URL(japanese, location.href).href })).readings,
    close() {
      program.close();
      readings.close();
    },
  });
}
