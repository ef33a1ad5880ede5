import { type ProgramMessage, createProgram } from "#audio/translation/program.ts";
import {
  type LanguagePair,
  type Translator,
  createTranslator,
} from "#audio/translation/translator.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { createModelStore } from "../worker/models/model-store.ts";
import { readStoredFile } from "../worker/models/read-stored-file.ts";
import { unpackBytes } from "../worker/models/unpack-file.ts";

/** Opens a stored model, packed or not, as a language pair; null if it is no translation model. */
export function languagePairOf({ form, files }: OfferedModel): LanguagePair | null {
  if (form.kind !== "bergamot") return null;
  return {
    form,
    read: async (role) => {
      const { sha256 } = files.find((file) => file.role === role)!;
      return unpackBytes(await readStoredFile(createModelStore(caches), sha256));
    },
  };
}

/**
 * Translates on the device, with the pairs of languages that the visitor has brought onto it. A panel
 * offers those of `offeredModels` whose form is `bergamot`; a pair is its own model, and two pairs in a row
 * lead over a language between. `folder` is `translation` of the site's data; sites that offer no pair have
 * none:
 *
 *     const pairs = models.map(languagePairOf).filter((pair) => pair !== null);
 *     const translator = openTranslator(pairs, data.translation);
 *     const texts = await translator.translate(lines, { from: "de", to: "en", signal });
 *
 * Nothing is loaded before the first text. A signal ends the program at once; the next text loads it again.
 */
export const openTranslator = (pairs: readonly LanguagePair[], folder: string): Translator =>
  createTranslator(
    pairs,
    createProgram(({ onMessage, fail }) => {
      const worker = new Worker(`${folder}translator-worker.js`);
      worker.addEventListener("message", ({ data }: MessageEvent<ProgramMessage>) =>
        onMessage(data),
      );
      worker.addEventListener("error", ({ message }) =>
        fail(new Error(message || "The program that translates could not be loaded")),
      );
      return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
    }),
  );
