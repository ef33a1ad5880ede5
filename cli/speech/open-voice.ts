import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { openJapaneseReadings } from "../../audio/speech/japanese-readings.ts";
import type { SpeechVoice } from "../../audio/speech/speech.ts";
import type { SpeechAnswer, SpeechRequest } from "../../audio/speech/speech-voice.ts";
import { createSpeechVoice } from "../../audio/speech/speech-voice.ts";
import { startProgram } from "./start-program.ts";

/** Where the dictionary of Japanese is installed. */
export const japaneseFolder = (): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve("@patdx/kuromoji")), "../dict");

async function loadJapanese(file: string): Promise<ArrayBuffer> {
  const bytes = await promisify(gunzip)(await readFile(path.join(japaneseFolder(), file)));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

/** The built-in voice, in a thread of its own, which ends with `close`. */
export function openVoice(): SpeechVoice {
  const { ask, close } = startProgram<SpeechRequest, SpeechAnswer>();
  let japanese: ReturnType<typeof openJapaneseReadings> | null = null;
  return createSpeechVoice({
    ask,
    readJapanese: async (text) => (await (japanese ??= openJapaneseReadings(loadJapanese)))(text),
    close,
  });
}
