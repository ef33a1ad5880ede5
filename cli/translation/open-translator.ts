import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import { createProgram } from "#audio/translation/program.ts";
import {
  type LanguagePair,
  type Translator,
  createTranslator,
} from "#audio/translation/translator.ts";
import type { BergamotForm } from "#core/models/forms.ts";
import { openBergamotPackage } from "./bergamot-package.ts";

/** What `gzip` packed begins with. */
const PACKED = [0x1f, 0x8b] as const;

async function readUnpacked(file: string): Promise<ArrayBuffer> {
  const bytes = await readFile(file);
  const whole = PACKED.every((byte, at) => bytes[at] === byte) ? gunzipSync(bytes) : bytes;
  return Uint8Array.from(whole).buffer;
}

/** A pair of languages that was pulled, its files as they are or packed. @param files paths, by the roles of the form */
export const languagePair = (
  form: BergamotForm,
  files: Readonly<Record<string, string>>,
): LanguagePair => ({
  form,
  read: (role) => readUnpacked(files[role]!),
});

/** Translates with pairs of languages that were pulled, in a thread that ends with `close` and the signal. */
export const openTranslator = (pairs: readonly LanguagePair[]): Translator =>
  createTranslator(
    pairs,
    createProgram(({ onMessage, fail }) => {
      const { folder } = openBergamotPackage();
      const script = new URL("translator-thread.ts", import.meta.url);
      // Suppresses its console messages about optional files.
      const thread = new Worker(script, { workerData: { folder }, stderr: true, stdout: true });
      thread.unref();
      thread.on("message", onMessage);
      thread.on("error", fail);
      return {
        post(message) {
          thread.ref();
          thread.postMessage(message);
        },
        unref: () => thread.unref(),
        end: () => void thread.terminate(),
      };
    }),
  );
