import { lengthOf } from "#audio/edit/edit.ts";
import { decodeInDocument } from "./decode-in-document.ts";
import { loadEffect } from "./effects.ts";
import { createEngine } from "./engine.ts";
import { isMix } from "#audio/tasks/sounds/sounds.ts";
import type { Sound } from "./worker/sounds.ts";
import type { Engine, WorkerLike } from "./engine-types.ts";

/**
 * Maximum number of helpers. Each holds the weights of the effect and a segment of the sound, about
 * 50 MB; the worker that reads and writes holds 200 MB, and cannot feed more.
 */
const MAX_HELPERS = 3;
/** Limit for devices with little memory, as reported by the browser. */
const SMALL = { gigabytes: 2, helpers: 2 } as const;

/** With more than two cores, one is left for the page and for the worker that reads and writes. */
function helpersOf({
  hardwareConcurrency: cores = 1,
  deviceMemory = 8,
}: {
  readonly hardwareConcurrency?: number;
  readonly deviceMemory?: number;
}): number {
  const maxHelpers = deviceMemory <= SMALL.gigabytes ? SMALL.helpers : MAX_HELPERS;
  return Math.min(maxHelpers, cores > 2 ? cores - 1 : cores);
}
/** Minimum file size in bytes for dividing a run: about half a minute of MP3. */
const WORTH = 500_000;
/** Minimum duration of a mix for dividing a run, in seconds. */
const WORTH_SECONDS = 30;

const isLong = (sound: Sound): boolean => {
  if (sound instanceof Blob) return sound.size >= WORTH;
  if (!isMix(sound)) return false;
  const [start, end] = sound.range ?? [0, lengthOf(sound.edit)];
  return end - start >= WORTH_SECONDS * sound.edit.sampleRate;
};

/** The bundler recognizes workers by this expression. */
export const createAudioWorker = (): WorkerLike =>
  new Worker(new URL("./worker/tasks/worker.ts", import.meta.url), {
    type: "module",
  }) as unknown as WorkerLike;

let engine: Engine | null = null;

/** The document's engine, whose workers jobs and panels share. */
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
