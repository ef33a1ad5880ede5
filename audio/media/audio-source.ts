import type { MetadataTags } from "mediabunny";
import type { Block, Format } from "../effect.ts";
import type { VideoFormat } from "./writers/output-formats.ts";

/** A sound of a file or a mix that can be read from any frame, any number of times. */
export interface AudioSource {
  readonly format: Format;
  /** Seconds, as declared by the file; 0 if unknown. */
  readonly duration: number;
  /** Seconds that the header declares, if the actual length may be shorter. */
  readonly declaredDuration?: number;
  /** Whether the file turned out to be truncated, in the part that has been read. */
  readonly isCut?: () => boolean;
  /** Whether damaged parts were replaced by silence, in the part that has been read. */
  readonly hasHoles?: () => boolean;
  readonly tags: MetadataTags;
  /** For example `mp3` or `pcm-s16`; null if unknown. */
  readonly codec: string | null;
  /** The container of its video; missing without video. */
  readonly film?: VideoFormat;
  /**
   * Reads its samples from a frame on, in blocks that are valid until the next; each call reads
   * independently. Gaps in the file are filled with silence, so that frame positions match times.
   * @throws {MediaError} while reading, if the file is damaged
   */
  blocks(from?: number): AsyncGenerator<Block, void, undefined>;
  close(): void;
}
