import type { ReadScript } from "#audio/speech/pronounce-script.ts";
import type { Reading } from "#audio/speech/speech.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import { createWorkerClient } from "./worker-client.ts";

interface Answer {
  readonly readings: readonly Reading[];
}

/**
 * Reads Chinese and Japanese in workers, which load their dictionaries with the first text.
 * @param japanese folder of the Japanese dictionary
 */
export function openReadings({ japanese }: Pick<SpeechFolders, "japanese">): {
  readonly read: ReadScript;
  readonly close: () => void;
} {
  const inJapanese = createWorkerClient<
    (request: { readonly text: string; readonly folder: string }) => Promise<Answer>
  >(
    () =>
      new Worker(new URL("../worker/speech/japanese-worker.ts", import.meta.url), {
        type: "module",
      }),
  );
  const inChinese = createWorkerClient<(request: { readonly text: string }) => Promise<Answer>>(
    () =>
      new Worker(new URL("../worker/speech/chinese-worker.ts", import.meta.url), {
        type: "module",
      }),
  );
  return {
    async read(language, text) {
      const { readings } = await (language === "zh"
        ? inChinese.call({ text })
        : inJapanese.call({ text, folder: new URL(japanese, location.href).href }));
      return readings;
    },
    close() {
      inJapanese.close();
      inChinese.close();
    },
  };
}
