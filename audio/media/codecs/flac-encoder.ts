import { registerFlacEncoder } from "@mediabunny/flac-encoder";
import {
  type AudioCodec,
  AudioSample,
  AudioSampleSource,
  CustomAudioEncoder,
  EncodedPacket,
  FlacOutputFormat,
  NullTarget,
  Output,
  registerEncoder,
} from "mediabunny";
import { descriptionOf } from "../tracks/packet-decoder.ts";
import { setFrameRate, setStreamRate } from "./flac-rate.ts";

/**
 * A sample rate in Hz that the registered encoder supports and that frame headers state by a code
 * alone.
 */
const CODED_RATE = 48_000;
/** Sample rates in Hz that the registered encoder supports. */
const ENCODER_RATES: ReadonlySet<number> = new Set([
  8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
]);
/** Highest sample rate of a stream in Hz (RFC 9639, 8.2). */
const HIGHEST_RATE = 2 ** 20 - 1;

/**
 * FLAC at sample rates that the registered encoder rejects: encodes as if at 48 kHz, and then
 * patches the rate in each frame. FLAC coding does not depend on the rate.
 */
class RareRateEncoder extends CustomAudioEncoder {
  #file: Output | null = null;
  #source: AudioSampleSource | null = null;
  #samples = 0;

  static override supports(
    codec: AudioCodec,
    { sampleRate, numberOfChannels }: { sampleRate: number; numberOfChannels: number },
  ): boolean {
    return (
      codec === "flac" &&
      numberOfChannels <= 8 &&
      Number.isInteger(sampleRate) &&
      sampleRate <= HIGHEST_RATE &&
      !ENCODER_RATES.has(sampleRate)
    );
  }

  override async init(): Promise<void> {
    const { sampleRate } = this.config;
    this.#source = new AudioSampleSource({
      codec: "flac",
      onEncodedPacket: (packet, meta) => {
        const { timestamp, duration } = packet;
        const scale = CODED_RATE / sampleRate;
        const data = setFrameRate(packet.data, sampleRate);
        const own = new EncodedPacket(data, "key", timestamp * scale, duration * scale);
        this.onPacket(own, this.#describe(meta));
      },
    });
    this.#file = new Output({ format: new FlacOutputFormat(), target: new NullTarget() });
    this.#file.addAudioTrack(this.#source);
    await this.#file.start();
  }

  override async encode(sample: AudioSample): Promise<void> {
    const { numberOfChannels, numberOfFrames, timestamp } = sample;
    if (this.#samples === 0) this.#samples = Math.round(timestamp * this.config.sampleRate);
    const data = new ArrayBuffer(sample.allocationSize({ planeIndex: 0, format: "s32" }));
    sample.copyTo(data, { planeIndex: 0, format: "s32" });
    const coded = new AudioSample({
      data,
      format: "s32",
      numberOfChannels,
      sampleRate: CODED_RATE,
      timestamp: this.#samples / CODED_RATE,
    });
    this.#samples += numberOfFrames;
    try {
      await this.#source!.add(coded);
    } finally {
      coded.close();
    }
  }

  override async flush(): Promise<void> {
    await this.#file?.finalize();
    this.#file = null;
  }

  override async close(): Promise<void> {
    await this.#file?.cancel();
    this.#file = null;
  }

  #describe(meta: EncodedAudioChunkMetadata | undefined): EncodedAudioChunkMetadata | undefined {
    const config = meta?.decoderConfig;
    if (!config?.description) return meta;
    const { sampleRate } = this.config;
    const description = setStreamRate(descriptionOf(config), sampleRate);
    return { decoderConfig: { ...config, sampleRate, description } };
  }
}

let registered = false;

/**
 * Registers a FLAC encoder for all sample rates if the platform has none: 1 to 8 channels, 24 bits.
 */
export function registerFlacEncoders(): void {
  if (registered) return;
  registered = true;
  registerFlacEncoder();
  registerEncoder(RareRateEncoder);
}
