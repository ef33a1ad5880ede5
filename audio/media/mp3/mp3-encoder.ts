import {
  type AudioCodec,
  type AudioSample,
  CustomAudioEncoder,
  EncodedPacket,
  registerEncoder,
} from "mediabunny";
import { createBlock } from "../../signal/blocks.ts";
import { joinBytes } from "../bytes/byte-parts.ts";
import { createLame, type Lame } from "./lame/lame.ts";
import { mp3FrameAt } from "./mp3-frames.ts";

let loading: (() => Promise<WebAssembly.Module>) | null = null;

/** LAME in the current thread, without messages to a worker. Encodes floats directly. */
class LameEncoder extends CustomAudioEncoder {
  #lame: Lame | null = null;
  /** The incomplete last frame. */
  #rest: Uint8Array = new Uint8Array(0);
  /** Timestamp of the next frame in seconds. */
  #time = 0;

  static override supports(codec: AudioCodec): boolean {
    return codec === "mp3";
  }

  override async init(): Promise<void> {
    const { sampleRate, numberOfChannels, bitrate } = this.config;
    this.#lame = createLame(await loading!());
    const channels = numberOfChannels === 1 ? 1 : 2;
    this.#lame.open({ sampleRate, channels, bitrate: bitrate! / 1000 });
  }

  override encode(sample: AudioSample): void {
    const planes = createBlock(sample.numberOfChannels, sample.numberOfFrames);
    for (const [planeIndex, plane] of planes.entries())
      sample.copyTo(plane, { planeIndex, format: "f32-planar" });
    this.#give(this.#lame!.encode(planes));
  }

  override flush(): void {
    this.#give(this.#lame!.finish());
  }

  override close(): void {
    this.#lame = null;
  }

  #give(encoded: Uint8Array): void {
    const { sampleRate, numberOfChannels } = this.config;
    const meta = { decoderConfig: { codec: "mp3", sampleRate, numberOfChannels } };
    const bytes = joinBytes([this.#rest, encoded]);
    let at = 0;
    for (;;) {
      const frame = mp3FrameAt(bytes, at);
      if (!frame || at + frame.size > bytes.length) break;
      const seconds = frame.samples / sampleRate;
      const data = bytes.slice(at, at + frame.size);
      this.onPacket(new EncodedPacket(data, "key", this.#time, seconds), meta);
      this.#time += seconds;
      at += frame.size;
    }
    this.#rest = bytes.subarray(at);
  }
}

/**
 * Registers LAME as mediabunny's MP3 encoder on all platforms. @param load loads LAME, see
 * `compileLame`
 */
export function registerMp3Encoder(load: () => Promise<WebAssembly.Module>): void {
  if (!loading) registerEncoder(LameEncoder);
  loading = load;
}
