import type { SpeechFolders } from "../../../core/page/app-data.ts";
import type { Narrator } from "../../../audio/narration/narrator.ts";
import { createNarrator } from "../../../audio/narration/narrator.ts";
import type { RefineRequest } from "../worker/speech/refine-request.ts";
import { askWorker } from "./ask-worker.ts";
import { openVoice } from "./open-voice.ts";

/** Speaks with the built-in voice and its personas, in workers. Nothing is loaded before the first text. */
export function openNarrator(folders: SpeechFolders): Narrator {
  const refiner = askWorker<RefineRequest, { readonly samples: Float32Array<ArrayBuffer> }>(
    () =>
      new Worker(new URL("../worker/speech/refine-worker.ts", import.meta.url), { type: "module" }),
  );
  const narrator = createNarrator({
    voice: openVoice(folders),
    refine: async (samples, sampleRate, refining) =>
      (await refiner.ask({ samples, sampleRate, refining })).samples,
  });
  return {
    ...narrator,
    close() {
      narrator.close();
      refiner.close();
    },
  };
}
