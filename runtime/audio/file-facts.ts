import type { VideoFormat } from "#audio/media/writers/output-formats.ts";
import type { Engine } from "./engine-types.ts";

export interface FileFacts {
  /** Codec of the audio, such as `mp3`; null if unknown. */
  readonly codec: string | null;
  /** Format of the video; null if the file has no pictures that can be copied. */
  readonly film: VideoFormat | null;
}

/** Reads the format of a file. */
export async function factsOf(engine: Engine, file: File): Promise<FileFacts> {
  const reading = await engine.open([file]);
  reading.close();
  const [found] = reading.files;
  return { codec: found?.codec ?? null, film: found?.film ?? null };
}
