import { FaultError } from "../contract/fault.ts";
import type { EngineDeps } from "./engine-types.ts";
import { Undecodable } from "./worker-error.ts";
import { isMix } from "#audio/tasks/sounds/sounds.ts";
import type { Sound } from "./worker/sounds.ts";

/** Decodes files in the document for workers that cannot. */
export function createDecoding(decode: EngineDeps["decode"]) {
  /** The same sound, with its files decoded to WAV. */
  async function decoded<S extends Sound>(sound: S, undecodable: Undecodable): Promise<S>;
  async function decoded(sound: Sound, { sampleRate, codec }: Undecodable): Promise<Sound> {
    const one = (file: Blob): Promise<Blob> =>
      decode(file, sampleRate).catch((error: unknown) => {
        const isRefused = error instanceof FaultError && error.fault.code === "file.unreadable";
        throw isRefused && codec !== null ? new FaultError("file.codec", { codec }, error) : error;
      });
    if (sound instanceof Blob) return one(sound);
    if (!isMix(sound)) return sound;
    const entries = Object.entries(sound.sources).map(
      async ([name, file]) => [name, await one(file)] as const,
    );
    return { ...sound, sources: Object.fromEntries(await Promise.all(entries)) };
  }

  /** Retries work with decoded files if the worker has no decoder for a file. */
  async function orDecoded<S extends Sound, T>(
    sound: S,
    work: (sound: S) => Promise<T>,
  ): Promise<T> {
    try {
      return await work(sound);
    } catch (error) {
      if (!(error instanceof Undecodable)) throw error;
      return work(await decoded(sound, error));
    }
  }
  return { decoded, orDecoded };
}
