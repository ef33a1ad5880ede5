import { createRpcServer } from "#core/rpc/rpc.ts";
import type { createSpectrograph } from "../measure/spectrogram.ts";
import { createReader } from "#audio/tasks/sounds/read-samples.ts";
import type { createStemReader } from "../mix/read-stems.ts";
import { openEdit, openSound } from "../open/open-sound.ts";
import type { Task, TaskHandler } from "../protocol.ts";
import type { ReadingCalls } from "../reading.ts";
import type { OpenedFile } from "../results.ts";
import { isMix } from "#audio/tasks/sounds/sounds.ts";
import type { Sound } from "../sounds.ts";

export interface ReadTaskRequest {
  readonly files: readonly Sound[];
  /** Whether reads are sparse instead of sequential. */
  readonly sparse?: boolean;
}

/**
 * Opens files whose samples can be requested with `ReadingCalls`, until the worker is terminated.
 */
export type Read = Task<ReadTaskRequest, readonly OpenedFile[]>;

/** A request of a reading, by the name of its call. */
type ReadingRequest = {
  readonly [K in keyof ReadingCalls]: { readonly call: K } & ReadingCalls[K]["request"];
}[keyof ReadingCalls];
type ReadingResult = ReadingCalls[keyof ReadingCalls]["result"];

async function openReader(sound: Sound, sparse: boolean) {
  if (isMix(sound)) return openEdit(sound, sparse ? "short" : "long");
  const source = await openSound(sound);
  return { source, read: createReader(source), change: null };
}

function buffersOf(value: ReadingResult): ArrayBuffer[] {
  if (!value) return [];
  if (value instanceof Uint8Array) return [value.buffer];
  const planes: readonly Float32Array[] = "planes" in value ? value.planes : value;
  return planes.map(({ buffer }) => buffer as ArrayBuffer);
}

export const read: TaskHandler<Read> = async ({ files, sparse = false }, context) => {
  const readers: Awaited<ReturnType<typeof openReader>>[] = [];
  for (const file of files) readers.push(await openReader(file, sparse));
  let spectrograph: ReturnType<typeof createSpectrograph> | null = null;
  let stems: ReturnType<typeof createStemReader> | null = null;

  async function answer(request: ReadingRequest): Promise<ReadingResult> {
    if (request.call === "stems") {
      const { createStemReader } = await import("../mix/read-stems.ts");
      stems ??= createStemReader(readers.map(({ source }) => source));
      return stems.next(request);
    }
    const reader = readers[request.file]!;
    if (request.call === "change") {
      await reader.change?.(request.mix);
      return null;
    }
    const { track } = request;
    if (request.call === "samples") return reader.read(request.from, request.count, track);
    spectrograph ??= (await import("../measure/spectrogram.ts")).createSpectrograph();
    return spectrograph(request, (from, count) => reader.read(from, count, track));
  }

  async function respond(request: ReadingRequest): Promise<{ readonly value: ReadingResult }> {
    try {
      return { value: await answer(request) };
    } catch (error) {
      // The first error ends the reading.
      context.fail(error);
      throw error;
    }
  }

  // One request at a time: a reader moves forward in its file.
  context.serve(
    createRpcServer(respond, {
      post: context.respond,
      transferOf: ({ value }) => buffersOf(value),
    }),
  );
  return readers.map(({ source: { format, duration, codec, film } }) => ({
    ...format,
    duration,
    codec,
    ...(film && { film }),
  }));
};
