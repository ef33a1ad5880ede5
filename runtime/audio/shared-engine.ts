import { lengthOf } from "../../audio/edit/edit.ts";
import { decodeInDocument } from "./decode-in-document.ts";
import { loadEffect } from "./effects.ts";
import type { Engine, WorkerLike } from "./engine.ts";
import { createEngine } from "./engine.ts";
import type { Sound } from "./worker/protocol.ts";

/** Workers that a run is divided into. Each has the effect's weights in memory. */
const MOST_HELPERS = 4;
/** Bytes from which dividing is worth while: about half a minute of an MP3 file. */
const WORTH = 500_000;
/** The same for what an edit plays, in seconds. */
const WORTH_SECONDS = 30;

const isLong = (sound: Sound): boolean => {
  if (sound instanceof Blob) return sound.size >= WORTH;
  const [start, end] = sound.range ?? [0, lengthOf(sound.edit)];
  return end - start >= WORTH_SECONDS * sound.edit.sampleRate;
};

let engine: Engine | null = null;

/** The document's engine: jobs and panels share its workers. */
export const sharedEngine = (): Engine =>
  (engine ??= createEngine({
    // In these words, so that the bundler finds it.
    createWorker: () =>
      new Worker(new URL("./worker/worker.ts", import.meta.url), {
        type: "module",
      }) as unknown as WorkerLike,
    decode: decodeInDocument,
    every(work, ms) {
      const timer = setInterval(work, ms);
      return () => clearInterval(timer);
    },
    helpers: Math.min(MOST_HELPERS, navigator.hardwareConcurrency || 1),
    async isDivisible({ effect: id, file, net }) {
      if (id === null || net || !isLong(file)) return false;
      const effect = await loadEffect(id);
      return effect.parallel !== undefined && !effect.analyse && effect.length === "same";
    },
  }));
