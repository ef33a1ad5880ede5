import type { MetadataTags } from "mediabunny";
import type { Block, Format } from "../effect.ts";
import type { FilmFormat } from "./writers/output-formats.ts";

/** Sound that can be read from any frame on, any number of times: that of a file, or of a mix. */
export interface AudioSource {
  readonly format: Format;
  /** Seconds, as the file says; 0 where nobody knows. */
  readonly duration: number;
  /** Seconds that its header promises, where that may be more than there is. */
  readonly promised?: number;
  /** Whether it ends in the middle of itself, as far as it was read. */
  readonly isCut?: () => boolean;
  /** Whether there was something damaged in it, as far as it was read, for which there is silence. */
  readonly hasHoles?: () => boolean;
  readonly tags: MetadataTags;
  /** Such as `mp3` or `pcm-s16`; null where nobody knows. */
  readonly codec: string | null;
  /** The film that its sound is of; missing where it has no pictures. */
  readonly film?: FilmFormat;
  /**
   * Its samples from a frame on, in blocks, each good until the next; each call reads anew. Where a file
   * leaves a gap there is silence, so that a frame's place is its time.
   * @throws {MediaError} on the way, where the file is damaged
   */
  blocks(from?: number): AsyncGenerator<Block, void, undefined>;
  close(): void;
}
