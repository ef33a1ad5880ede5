import { readFile } from "node:fs/promises";
import {
  createKokoroNet,
  readKokoroStyles,
  readKokoroVocabulary,
} from "#audio/nets/speaking/kokoro.ts";
import { withPhonemeLengths } from "#audio/nets/speaking/phoneme-lengths.ts";
import { createPiperNet, readPiperConfig } from "#audio/nets/speaking/piper.ts";
import type { SpeechSynthesisNet } from "#audio/nets/speaking/speech-synthesis-net.ts";
import type { VoiceForm } from "#core/models/forms.ts";
import { openNodeSession } from "../nets/node-session.ts";

/**
 * Opens a voice model from disk.
 * @param files paths by the roles of the form
 */
export async function openSpeakingNet(
  form: VoiceForm,
  files: Readonly<Record<string, string>>,
  threads: number,
): Promise<SpeechSynthesisNet> {
  const read = (role: string): Promise<Buffer> => readFile(files[role]!);
  if (form.kind === "piper") {
    const config = readPiperConfig(String(await read("config")), form);
    const { bytes, lengths } = withPhonemeLengths(await read("graph"));
    return createPiperNet(await openNodeSession(bytes, threads), form, config, { lengths });
  }
  const vocabulary = readKokoroVocabulary(String(await read("vocabulary")));
  const styles: Record<string, Float32Array> = {};
  for (const { id } of form.voices)
    styles[id] = readKokoroStyles(Uint8Array.from(await read(`voice-${id}`)).buffer);
  const session = await openNodeSession(await read("graph"), threads);
  return createKokoroNet(session, form, { vocabulary, styles });
}
