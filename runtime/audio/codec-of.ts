import type { Engine } from "./engine-types.ts";

/** The codec of a file's sound, such as `mp3`; null where it is none that is known. */
export async function codecOf(engine: Engine, file: File): Promise<string | null> {
  const reading = await engine.open([file]);
  reading.close();
  return reading.files[0]?.codec ?? null;
}
