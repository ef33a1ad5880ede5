import type { FilmFormat } from "#audio/media/writers/output-formats.ts";
import type { Engine } from "./engine-types.ts";

export interface FileFacts {
  /** Of its sound, such as `mp3`; null where it is none that is known. */
  readonly codec: string | null;
  /** The film that its sound is of; null where it has no pictures that can be copied. */
  readonly film: FilmFormat | null;
}

/** What a file is. */
export async function factsOf(engine: Engine, file: File): Promise<FileFacts> {
  const reading = await engine.open([file]);
  reading.close();
  const [found] = reading.files;
  return { codec: found?.codec ?? null, film: found?.film ?? null };
}
