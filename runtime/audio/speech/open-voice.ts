import type { SpeechFolders } from "#core/page/app-data.ts";
import type { SpeechVoice } from "#audio/speech/speech.ts";
import {
  type SpeechAnswer,
  type SpeechRequest,
  createSpeechVoice,
} from "#audio/speech/speech-voice.ts";
import { openReadings } from "./open-readings.ts";
import { createWorkerClient } from "./worker-client.ts";

/** The built-in voice, in a worker of its own. Loaded with the first text. */
export function openVoice(folders: SpeechFolders): SpeechVoice {
  const program = createWorkerClient<(request: SpeechRequest) => Promise<SpeechAnswer>>(
    () => new Worker(`${folders.espeak}worker.js`, { type: "module" }),
  );
  const readings = openReadings(folders);
  return createSpeechVoice({
    ask: program.call,
    readJapanese: async (text) => readings.read("ja", text),
    close() {
      program.close();
      readings.close();
    },
  });
}
