import {
  type PronounceAnswer,
  type PronounceRequest,
  type StudioVoice,
  createStudioVoice,
} from "#audio/speech/studio-voice.ts";
import type { VoiceForm } from "#core/models/forms.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import type { ModelHost, StudioOptions } from "../models/model-host.ts";
import { openReadings } from "./open-readings.ts";
import { createWorkerClient } from "./worker-client.ts";

export interface StudioVoiceOptions extends Omit<StudioOptions, "signal"> {
  readonly host: Pick<ModelHost, "say">;
  /** Folders of the program that converts text to phonemes, and of the Japanese dictionary. */
  readonly folders: SpeechFolders;
}

/**
 * Opens a voice of a studio model on the device, with the methods of the built-in one. A panel
 * offers those of `offeredModels` whose form is `piper` or `kokoro` and whose `languages` include
 * the requested one, downloads one with `modelCache`, and opens it:
 *
 * const voice = openStudioVoice({ model, host: sharedModelHost(), folders: data.speech });
 * for await (const { samples, words } of voice.speakPhrases(text, { language, voice: "af_heart",
 * signal }))
 *
 * The model is loaded with the first phrase and unloaded a minute after the last one, in its worker
 * of the model host. `speak` returns a whole text, as the built-in voice does. A signal terminates
 * the worker immediately. Sites without eSpeak NG (`tts.espeak: false`) have no studio voices.
 */
export function openStudioVoice({
  model,
  host,
  folders,
  onProgress,
  onRunsWith,
}: StudioVoiceOptions): StudioVoice<AbortSignal> {
  const closed = new AbortController();
  const program = createWorkerClient<(request: PronounceRequest) => Promise<PronounceAnswer>>(
    () => new Worker(`${folders.espeak}worker.js`, { type: "module" }),
  );
  const readings = openReadings(folders);
  return createStudioVoice<AbortSignal>(model.form as VoiceForm, {
    pronounce: program.call,
    read: readings.read,
    synthesize: (phonemes, { voice, speed, signal }) =>
      host.say(phonemes, {
        model,
        voice,
        speed,
        signal: signal ? AbortSignal.any([signal, closed.signal]) : closed.signal,
        ...(onProgress && { onProgress }),
        ...(onRunsWith && { onRunsWith }),
      }),
    close() {
      closed.abort(new DOMException("The voice was closed", "AbortError"));
      program.close();
      readings.close();
    },
  });
}
