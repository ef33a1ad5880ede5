import {
  createKokoroNet,
  readKokoroStyles,
  readKokoroVocabulary,
} from "#audio/nets/speaking/kokoro.ts";
import { measureTestPhrase } from "#audio/nets/speaking/speaking-self-test.ts";
import { withPhonemeLengths } from "#audio/nets/speaking/phoneme-lengths.ts";
import { createPiperNet, readPiperConfig } from "#audio/nets/speaking/piper.ts";
import type { SpeechSynthesisNet } from "#audio/nets/speaking/speech-synthesis-net.ts";
import { verifyNet } from "#audio/nets/studio/verify-net.ts";
import type { VoiceForm } from "#core/models/forms.ts";
import type { StoredModel } from "#audio/tasks/task.ts";
import { processorName, verdictsOf } from "./devices.ts";
import { createModelStore } from "./model-store.ts";
import { type OpenOptions, fileOf, once } from "./open-studio-model.ts";
import { readStoredFile } from "./read-stored-file.ts";

const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);

/** Opens a voice. Phrases are short and vary in length, so a GPU does not help. */
async function openVoice(
  model: StoredModel,
  form: VoiceForm,
  { threads, onBackend, onLoading }: OpenOptions,
): Promise<SpeechSynthesisNet> {
  const store = createModelStore(caches);
  const read = (role: string): Promise<ArrayBuffer> => readStoredFile(store, fileOf(model, role));
  onLoading(0);
  const { openSession } = await import("./studio-session.ts");
  let net: SpeechSynthesisNet;
  if (form.kind === "piper") {
    const config = readPiperConfig(textOf(await read("config")), form);
    const { bytes, lengths } = withPhonemeLengths(new Uint8Array(await read("graph")));
    const session = await openSession(bytes, threads);
    net = createPiperNet(session, form, config, { lengths });
  } else {
    const vocabulary = readKokoroVocabulary(textOf(await read("vocabulary")));
    const styles = await Promise.all(
      form.voices.map(async ({ id }) => [id, readKokoroStyles(await read(`voice-${id}`))] as const),
    );
    const session = await openSession(await read("graph"), threads);
    net = createKokoroNet(session, form, { vocabulary, styles: Object.fromEntries(styles) });
  }
  try {
    await verifyNet({
      measure: () => measureTestPhrase(net),
      expected: null,
      isSame: () => true,
      verdicts: verdictsOf(fileOf(model, "graph")),
      device: processorName(threads),
      now: () => performance.now(),
    });
  } catch (error) {
    await net.close();
    throw error;
  }
  onLoading(1);
  onBackend({ backend: "wasm", threads, reason: "small" });
  return net;
}

export const openSpeakingNet = once<SpeechSynthesisNet>((model, options) =>
  openVoice(model, model.form as VoiceForm, options),
);
