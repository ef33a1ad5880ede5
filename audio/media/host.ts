import type { AudioCodec, InputFormat, MetadataTags, Source } from "mediabunny";
import type { Block } from "../effect.ts";
import type { AudioSource } from "./audio-source.ts";
import type { ReadBytes } from "./bytes/read-bytes.ts";
import type { MediaError } from "./problems/media-error.ts";
import type { PacketReader } from "./tracks/read-track.ts";
import type { EncoderHost } from "./writers/audio-writer.ts";

/** Access to the bytes of a file, wherever it is stored. */
export interface MediaBytes {
  readonly size: number;
  readonly read: ReadBytes;
  /** The file as a demuxer source, up to a byte position. */
  source(end: number): Source;
  close(): void;
}

/** A file that the host has no decoder for. */
export interface Undecoded {
  readonly reason: MediaError;
  /** Known facts about its audio; null if not even its container is known. */
  readonly track: {
    readonly codec: AudioCodec | null;
    /** Name of the codec in the container. */
    readonly name: string;
    readonly sampleRate: number;
    readonly tags: MetadataTags;
  } | null;
}

/** What a platform provides for reading; `F` is its file type. */
export interface DecoderHost<F> {
  open(file: F): Promise<MediaBytes>;
  /** Decoder that takes precedence over the platform's; null for the platform's. */
  decoderFor(codec: string): PacketReader | null;
  /** Codec fallback: decodes from the packet on at which the platform's decoder fails. */
  readonly fallbackDecoder?: (codec: string) => Promise<PacketReader | null>;
  /**
   * Reads a whole file faster than packet by packet.
   * @returns null if unsupported, otherwise a function that starts reading
   */
  readonly readWhole?: (
    format: InputFormat,
    bytes: MediaBytes,
    channels: number,
  ) => Promise<(() => AsyncIterable<Block>) | null>;
  /** Sequential reader for long files that needs less memory; null if unsupported. */
  readonly sequentialReader?: (
    format: InputFormat,
    bytes: MediaBytes,
  ) => Promise<PacketReader | null>;
  /** Opens files that are not supported here. @throws if they are not supported at all */
  fallback(file: F, found: Undecoded): Promise<AudioSource>;
}

/**
 * What a platform provides to `audio/media`; implemented by the terminal and by a browser worker.
 */
export interface Host<F> extends DecoderHost<F> {
  readonly encoders: EncoderHost;
}
