import type {
  SynthesizedSpeech,
  SynthesisOptions,
} from "#audio/nets/speaking/speech-synthesis-net.ts";
import {
  type PronounceAnswer,
  type PronounceRequest,
  type StudioVoice,
  createStudioVoice,
} from "#audio/speech/studio-voice.ts";
import type { VoiceForm } from "#core/models/forms.ts";
import { readChinese } from "#audio/speech/chinese-readings.ts";
import { studioThreads } from "../audio/studio/run-studio.ts";
import { openJapanese } from "./open-voice.ts";
import { startProgram } from "./start-program.ts";
import { createThreadClient } from "../audio/threads/thread-client.ts";

/**
 * Opens a pulled studio voice, which replaces the built-in one (`openVoice`): the model runs in one
 * thread, and the pronunciation in another. `close` and an aborted signal end both.
 * @param files paths by the roles of the form
 */
export function openStudioVoice(
  form: VoiceForm,
  files: Readonly<Record<string, string>>,
): StudioVoice<AbortSignal> {
  const program = startProgram<(request: PronounceRequest) => Promise<PronounceAnswer>>();
  const net = createThreadClient<
    (request: SynthesisOptions & { readonly phonemes: string }) => Promise<SynthesizedSpeech>
  >(new URL("../audio/studio/say-thread.ts", import.meta.url), {
    form,
    files,
    threads: studioThreads(),
  });
  const readJapanese = openJapanese();
  const close = (): void => {
    program.close();
    net.close();
  };
  return createStudioVoice<AbortSignal>(form, {
    pronounce: program.call,
    read: (language, text) => (language === "zh" ? readChinese(text) : readJapanese(text)),
    async synthesize(phonemes, { signal, ...options }) {
      signal?.throwIfAborted();
      signal?.addEventListener("abort", close);
      try {
        return await net.call({ phonemes, ...options });
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      } finally {
        signal?.removeEventListener("abort", close);
      }
    },
    close,
  });
}
