import type { SpeechFolders } from "#core/page/app-data.ts";
import type { Reading, SpeechVoice } from "#audio/speech/speech.ts";
import {
  type SpeechAnswer,
  type SpeechRequest,
  createSpeechVoice,
} from "#audio/speech/speech-voice.ts";
import { createWorkerClient } from "./worker-client.ts";

/** The built-in voice, in a worker of its own. Loaded with the first text. */
export function openVoice({ espeak, japanese }: SpeechFolders): SpeechVoice {
  const program = createWorkerClient<(request: SpeechRequest) => Promise<SpeechAnswer>>(
    () => new Worker(`${espeak}worker.js`, { type: "module" }),
  );
  const readings = createWorkerClient<
    (request: {
      readonly text: string;
      readonly folder: string;
    }) => Promise<{ readonly readings: readonly Reading[] }>
  >(
    () =>
      new Worker(new URL("../worker/speech/japanese-worker.ts", import.meta.url), {
        type: "module",
      }),
  );
  return createSpeechVoice({
    ask: program.call,
    readJapanese: async (text) =>
      (await readings.call({ text, folder: new URL(japanese, location.href).href })).readings,
    close() {
      program.close();
      readings.close();
    },
  });
}
