import type { AudioCodec, InputFormat, MetadataTags, Source } from "mediabunny";
import type { Block } from "../effect.ts";
import type { AudioSource } from "./audio-source.ts";
import type { ReadBytes } from "./bytes/read-bytes.ts";
import type { MediaError } from "./problems/media-error.ts";
import type { PacketReader } from "./tracks/read-track.ts";
import type { EncoderHost } from "./writers/audio-writer.ts";

/** Bytes of a file, wherever it lies. */
export interface MediaBytes {
  readonly size: number;
  readonly read: ReadBytes;
  /** The file for a demuxer, up to a byte. */
  source(end: number): Source;
  close(): void;
}

/** A file that nothing of a host's own decodes. */
export interface Undecoded {
  readonly reason: MediaError;
  /** What is known of its sound; null where not even its container is known. */
  readonly track: {
    readonly codec: AudioCodec | null;
    /** The codec as the container calls it. */
    readonly name: string;
    readonly sampleRate: number;
    readonly tags: MetadataTags;
  } | null;
}

/** What a platform gives to reading: `F` is what it calls a file. */
export interface DecoderHost<F> {
  open(file: F): Promise<MediaBytes>;
  /** What reads a codec before the platform does; null: the platform. */
  readerOf(codec: string): PacketReader | null;
  /** What reads it from the packet on with which the platform gives up. */
  readonly rescuerOf?: (codec: string) => Promise<PacketReader | null>;
  /**
   * Reads a whole file faster than packet by packet.
   * @returns null where it cannot, else what begins a reading
   */
  readonly readWhole?: (
    format: InputFormat,
    bytes: MediaBytes,
    channels: number,
  ) => Promise<(() => AsyncIterable<Block>) | null>;
  /** What reads a long file from its beginning with less memory; null where nothing does. */
  readonly readerThrough?: (format: InputFormat, bytes: MediaBytes) => Promise<PacketReader | null>;
  /** Opens what this door cannot. @throws where nobody can */
  fallback(file: F, found: Undecoded): Promise<AudioSource>;
}

/** What a platform gives to `audio/media`: the terminal is one, a browser's worker another. */
export interface Host<F> extends DecoderHost<F> {
  readonly encoders: EncoderHost;
}
