import type { EncodedPacket, MetadataTags } from "mediabunny";
import type { WasmMediaEncoder } from "wasm-media-encoders";
import type { Block, Format } from "../../effect.ts";
import type { Write } from "../bytes/write-bytes.ts";
import type { Chapter } from "../tags/chapters/chapter.ts";
import type { EncoderLevels } from "./fit-encoding.ts";
import type { OutputFormat, ResultFormat } from "./output-formats.ts";

/** A file that is being written. */
export interface AudioWriter {
  /** Resolves when the next block may be added; the block may be modified afterwards. */
  add(block: Block): Promise<void>;
  /**
   * Writes the rest.
   * @returns true peak in dB that players will decode; null if it equals that of the input, or
   *   cannot be determined
   */
  finish(): Promise<number | null>;
  /** Aborts; what was written is left as it is. */
  abandon(): Promise<void>;
}

export interface WriterOptions<F extends ResultFormat = ResultFormat> {
  readonly output: F;
  /** Format of the blocks. */
  readonly format: Format;
  /** Maximum duration in seconds, which determines the size of header fields. */
  readonly duration: number;
  readonly tags: MetadataTags;
  /** Bits per second and channel for lossy formats; defaults to the format's own. */
  readonly bitrate?: number;
  /** Written if the format supports them: MP3, M4A, Opus, Vorbis, FLAC. */
  readonly chapters?: readonly Chapter[];
  /** Maximum true peak in dBTP that players decode; null or missing for no limit. */
  readonly ceiling?: number | null;
  /** Levels before a lossy encoder, if there is a ceiling. */
  readonly levels?: Partial<EncoderLevels>;
  readonly write: Write;
}

/** Codecs that mediabunny encodes, with the platform's encoder or a registered one. */
export type PacketCodec = "flac" | "mp3" | "aac" | "opus";

export interface EncodedFormat {
  readonly sampleRate: number;
  readonly numberOfChannels: number;
}

/** Receives the written packets. */
export interface PacketListener {
  push(packet: EncodedPacket, meta: EncodedAudioChunkMetadata | undefined): void;
  /** Resolves when it can receive more. */
  ready(): Promise<void>;
  /** True peak in dB that players will decode; null if the packets could not be decoded. */
  finish(): Promise<number | null>;
}

/** What a platform provides for writing. */
export interface EncoderHost {
  /**
   * Ensures that mediabunny has an encoder. MP3 is always encoded by LAME, whose delay is stored in
   * files.
   */
  prepare(codec: PacketCodec, options: EncodedFormat): Promise<void>;
  /**
   * Encoder delay in frames if the encoder does not report it, for the file header. Call after
   * `prepare`.
   */
  delayOf(codec: PacketCodec, options: EncodedFormat): Promise<number>;
  openVorbis(): Promise<WasmMediaEncoder<"audio/ogg">>;
  /** Alternative MP3 writer, for example on several cores; null for the default one. */
  readonly openMp3?: (options: WriterOptions<OutputFormat>) => Promise<AudioWriter> | null;
  readonly createListener?: () => PacketListener;
}
