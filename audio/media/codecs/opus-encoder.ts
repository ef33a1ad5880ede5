import { type OpusEncoderHandle, createEncoder } from "libopus-wasm";
import {
  type AudioCodec,
  type AudioSample,
  CustomAudioEncoder,
  EncodedPacket,
  registerEncoder,
} from "mediabunny";
import { createBlock } from "../../signal/blocks.ts";
import { joinBytes, u32 } from "../bytes/byte-parts.ts";

/** Hz */
const RATE = 48_000;
/** Samples per channel of a packet: 20 ms, for which the encoder is optimized. */
const FRAME = 960;

/**
 * libopus for platforms without an Opus encoder: Node, and some browsers. 48 kHz, mono or stereo.
 */
class OpusEncoder extends CustomAudioEncoder {
  #opus: OpusEncoderHandle | null = null;
  /** The packet in progress, interleaved. */
  #frame = new Float32Array(0);
  /** Samples per channel in `#frame`. */
  #filled = 0;
  /** Number of packets so far. */
  #packets = 0;
  #head = new Uint8Array(0);
  #preSkip = 0;

  static override supports(
    codec: AudioCodec,
    { sampleRate, numberOfChannels }: { sampleRate: number; numberOfChannels: number },
  ): boolean {
    return codec === "opus" && sampleRate === RATE && numberOfChannels <= 2;
  }

  override async init(): Promise<void> {
    const { numberOfChannels, bitrate } = this.config;
    const channels = numberOfChannels === 1 ? 1 : 2;
    this.#opus = await createEncoder({ channels, bitrate: bitrate ?? "auto" });
    this.#frame = new Float32Array(FRAME * channels);
    this.#preSkip = this.#opus.getLookahead();
    this.#head = identification(channels, this.#preSkip);
  }

  override encode(sample: AudioSample): void {
    const { numberOfChannels: channels, numberOfFrames } = sample;
    const planes = createBlock(channels, numberOfFrames);
    for (const [planeIndex, plane] of planes.entries())
      sample.copyTo(plane, { planeIndex, format: "f32-planar" });
    for (let from = 0; from < numberOfFrames;) {
      const count = Math.min(numberOfFrames - from, FRAME - this.#filled);
      for (const [channel, plane] of planes.entries())
        for (let i = 0, at = this.#filled * channels + channel; i < count; i++, at += channels)
          this.#frame[at] = plane[from + i]!;
      from += count;
      this.#filled += count;
      if (this.#filled === FRAME) this.#give(FRAME);
    }
  }

  /**
   * Flushes the encoder delay (pre-skip) with silence; the excess is trimmed by the last packet's
   * duration.
   */
  override flush(): void {
    const channels = this.#opus!.channels;
    if (this.#packets === 0 && this.#filled === 0) return;
    this.#frame.fill(0, this.#filled * channels);
    for (let left = this.#filled + this.#preSkip; left > 0; left -= FRAME) {
      this.#give(Math.min(left, FRAME));
      this.#frame.fill(0);
    }
  }

  override close(): void {
    this.#opus?.free();
    this.#opus = null;
  }

  /** @param samples of the packet that belong to the sound */
  #give(samples: number): void {
    const data = this.#opus!.encodeFloat(this.#frame);
    const { numberOfChannels } = this.config;
    const description = this.#head;
    const meta = {
      decoderConfig: { codec: "opus", sampleRate: RATE, numberOfChannels, description },
    };
    const time = (this.#packets++ * FRAME) / RATE;
    this.onPacket(new EncodedPacket(data, "key", time, samples / RATE), meta);
    this.#filled = 0;
  }
}

/** The identification header (RFC 7845, 5.1) of one stream, without gain. */
function identification(channels: number, preSkip: number): Uint8Array<ArrayBuffer> {
  const magic = Uint8Array.from("OpusHead", (letter) => letter.charCodeAt(0));
  const counts = Uint8Array.of(1, channels, preSkip & 255, preSkip >> 8);
  return joinBytes([magic, counts, u32(RATE), Uint8Array.of(0, 0, 0)]);
}

let registered = false;

/** Registers an Opus encoder if the platform has none. */
export function registerOpusEncoder(): void {
  if (registered) return;
  registered = true;
  registerEncoder(OpusEncoder);
}
