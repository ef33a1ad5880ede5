import { lengthOf } from "#audio/edit/edit.ts";
import { decodeInDocument } from "./decode-in-document.ts";
import { loadEffect } from "./effects.ts";
import { createEngine } from "./engine.ts";
import { isMix, type Sound } from "./worker/sounds.ts";
import type { Engine, WorkerLike } from "./engine-types.ts";

/**
 * Workers that a run is divided into. Each has the effect's weights and a segment of the sound in
 * memory, some 50 MB beside the 200 of the one that reads and writes, which keeps up with no more.
 */
const MOST_HELPERS = 3;
/** The same where the device has at most so many gigabytes, as far as the browser says. */
const SMALL = { gigabytes: 2, helpers: 2 } as const;

/** On more than two cores, one is left to the worker that reads and writes, and to the page. */
function helpersOf({
  hardwareConcurrency: cores = 1,
  deviceMemory = 8,
}: {
  readonly hardwareConcurrency?: number;
  readonly deviceMemory?: number;
}): number {
  const most = deviceMemory <= SMALL.gigabytes ? SMALL.helpers : MOST_HELPERS;
  return Math.min(most, cores > 2 ? cores - 1 : cores);
}
/** Bytes from which dividing is worth while: about half a minute of an MP3 file. */
const WORTH = 500_000;
/** The same for what an edit plays, in seconds. */
const WORTH_SECONDS = 30;

const isLong = (sound: Sound): boolean => {
  if (sound instanceof Blob) return sound.size >= WORTH;
  if (!isMix(sound)) return false;
  const [start, end] = sound.range ?? [0, lengthOf(sound.edit)];
  return end - start >= WORTH_SECONDS * sound.edit.sampleRate;
};

/** In these words, so that the bundler finds it. */
export const createAudioWorker = (): WorkerLike =>
  new Worker(new URL("./worker/tasks/worker.ts", import.meta.url), {
    type: "module",
  }) as unknown as WorkerLike;

let engine: Engine | null = null;

/** The document's engine: jobs and panels share its workers. */
export const sharedEngine = (): Engine =>
  (engine ??= createEngine({
    createWorker: createAudioWorker,
    decode: decodeInDocument,
    every(work, ms) {
      const timer = setInterval(work, ms);
      return () => clearInterval(timer);
    },
    helpers: helpersOf(navigator),
    async isDivisible({ effect: id, file, net, preview }) {
      if (id === null || net || preview || !isLong(file)) return false;
      const effect = await loadEffect(id);
      return effect.parallel !== undefined && !effect.analyze && effect.length === "same";
    },
  }));
