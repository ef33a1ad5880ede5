import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { gunzip } from "node:zlib";
import { createAsking } from "../../audio/speech/asking.ts";
import { openJapaneseReadings } from "../../audio/speech/japanese-readings.ts";
import type { SpeechVoice } from "../../audio/speech/speech.ts";
import type { SpeechAnswer, SpeechRequest } from "../../audio/speech/speech-voice.ts";
import { createSpeechVoice } from "../../audio/speech/speech-voice.ts";
import { openEspeakPackage } from "./espeak-package.ts";

/** Where the dictionary of Japanese is installed. */
export const japaneseFolder = (): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve("@patdx/kuromoji")), "../dict");

async function loadJapanese(file: string): Promise<ArrayBuffer> {
  const bytes = await promisify(gunzip)(await readFile(path.join(japaneseFolder(), file)));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

/** The built-in voice, in a thread of its own, which ends with `close`. */
export function openVoice(): SpeechVoice {
  const { script, ranges, read } = openEspeakPackage();
  const thread = new Worker(new URL("../../programs/espeak-ng/thread.js", import.meta.url), {
    workerData: {
      module: pathToFileURL(script).href,
      ranges,
      groups: Object.fromEntries(Object.keys(ranges.groups).map((name) => [name, read(name)])),
    },
  });
  thread.unref();
  const asking = createAsking<SpeechRequest, SpeechAnswer>((message) => {
    thread.ref();
    thread.postMessage(message);
  });
  thread.on("message", (message) => {
    asking.hear(message);
    if (asking.isIdle()) thread.unref();
  });
  thread.on("error", (error) => asking.fail(error));
  let japanese: ReturnType<typeof openJapaneseReadings> | null = null;
  return createSpeechVoice({
    ask: asking.ask,
    readJapanese: async (text) => (await (japanese ??= openJapaneseReadings(loadJapanese)))(text),
    close() {
      asking.fail(new Error("The voice was closed"));
      void thread.terminate();
    },
  });
}
