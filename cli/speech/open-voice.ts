import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { openJapaneseReadings } from "#audio/speech/japanese-readings.ts";
import type { SpeechVoice } from "#audio/speech/speech.ts";
import {
  type SpeechAnswer,
  type SpeechDeps,
  type SpeechRequest,
  createSpeechVoice,
} from "#audio/speech/speech-voice.ts";
import { startProgram } from "./start-program.ts";

/** Path of the installed Japanese dictionary. */
export const japaneseFolder = (): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve("@patdx/kuromoji")), "../dict");

async function loadJapanese(file: string): Promise<ArrayBuffer> {
  const bytes = await promisify(gunzip)(await readFile(path.join(japaneseFolder(), file)));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

/** The built-in voice in a separate thread, which `close` ends. */
export function openVoice(): SpeechVoice {
  const { call, close } = startProgram<(request: SpeechRequest) => Promise<SpeechAnswer>>();
  return voiceOf({ ask: call, close });
}

/** The built-in voice with a running program. */
export function voiceOf({ ask, close }: Pick<SpeechDeps, "ask" | "close">): SpeechVoice {
  return createSpeechVoice({ ask, readJapanese: openJapanese(), close });
}

/** Converts Japanese text to readings; its dictionary is loaded with the first text. */
export function openJapanese(): SpeechDeps["readJapanese"] {
  let readings: ReturnType<typeof openJapaneseReadings> | null = null;
  return async (text) => (await (readings ??= openJapaneseReadings(loadJapanese)))(text);
}
