import type { EncodedPacket, MetadataTags } from "mediabunny";
import type { WasmMediaEncoder } from "wasm-media-encoders";
import type { Block, Format } from "../../effect.ts";
import type { Write } from "../bytes/write-bytes.ts";
import type { Chapter } from "../tags/chapters/chapter.ts";
import type { OutputFormat, ResultFormat } from "./output-formats.ts";

/** A file that is being written. */
export interface AudioWriter {
  /** Resolves when the next may come. The block may be changed afterwards. */
  add(block: Block): Promise<void>;
  /**
   * Writes the rest.
   * @returns true peak, in dB, of what players will decode; null where it is that of what was added, or
   * cannot be known here
   */
  finish(): Promise<number | null>;
  /** Gives up. What was written stays as it is. */
  abandon(): Promise<void>;
}

export interface WriterOptions<F extends ResultFormat = ResultFormat> {
  readonly output: F;
  /** Of the blocks. */
  readonly format: Format;
  /** Seconds that may come at most; decides about the size of fields in the header. */
  readonly duration: number;
  readonly tags: MetadataTags;
  /** Bits a second and channel, of formats that have some; the format's own where it is missing. */
  readonly bitrate?: number;
  /** Written where the format has a place for them: MP3, M4A, Opus, Vorbis, FLAC. */
  readonly chapters?: readonly Chapter[];
  /** dBTP that what players decode does not pass; null, or missing: any. */
  readonly ceiling?: number | null;
  /** dB by which the sound stays below the ceiling, so that what an encoder adds stays below it, too. */
  readonly headroom?: number;
  readonly write: Write;
}

/** Codecs whose packets mediabunny makes, with an encoder of the platform's or one that was registered. */
export type PacketCodec = "flac" | "mp3" | "aac" | "opus";

export interface EncodedFormat {
  readonly sampleRate: number;
  readonly numberOfChannels: number;
}

/** Hears the packets that are written. */
export interface PacketListener {
  push(packet: EncodedPacket, meta: EncodedAudioChunkMetadata | undefined): void;
  /** Resolves when more may come. */
  ready(): Promise<void>;
  /** True peak, in dB, of what players will decode; null where it could not be decoded. */
  finish(): Promise<number | null>;
}

/** What a platform gives to writing. */
export interface EncoderHost {
  /** Makes sure that mediabunny has an encoder. MP3 is LAME's everywhere: files say by how much it is late. */
  prepare(codec: PacketCodec, options: EncodedFormat): Promise<void>;
  /**
   * Frames by which the sound of a codec's encoder is late, where the encoder does not tell: files say that
   * players leave them out. To be asked after `prepare`.
   */
  delayOf(codec: PacketCodec, options: EncodedFormat): Promise<number>;
  openVorbis(): Promise<WasmMediaEncoder<"audio/ogg">>;
  /** Writes MP3 in another way, such as by several cores; null: not this one. */
  readonly openMp3?: (options: WriterOptions<OutputFormat>) => Promise<AudioWriter> | null;
  readonly createListener?: () => PacketListener;
}
