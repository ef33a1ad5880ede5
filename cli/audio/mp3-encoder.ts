import type { AudioCodec, AudioSample } from "mediabunny";
import { CustomAudioEncoder, EncodedPacket, registerEncoder } from "mediabunny";
import { createMp3Encoder } from "wasm-media-encoders";
import { joinBytes } from "../../audio/media/byte-parts.ts";
import { mp3FrameAt } from "../../audio/media/mp3-frames.ts";
import { createBlock } from "../../audio/signal/blocks.ts";

type Lame = Awaited<ReturnType<typeof createMp3Encoder>>;
type Bitrate = Exclude<Parameters<Lame["configure"]>[0]["bitrate"], undefined>;

/** LAME in this thread: nothing is sent to another one and back. Takes floats as they are. */
class LameEncoder extends CustomAudioEncoder {
  #lame: Lame | null = null;
  /** What has come of a frame that is not whole. */
  #rest: Uint8Array = new Uint8Array(0);
  /** Seconds; of the next frame. */
  #time = 0;

  static override supports(codec: AudioCodec): boolean {
    return codec === "mp3";
  }

  override async init(): Promise<void> {
    const { sampleRate, numberOfChannels, bitrate } = this.config;
    this.#lame = await createMp3Encoder();
    this.#lame.configure({
      sampleRate,
      channels: numberOfChannels === 1 ? 1 : 2,
      bitrate: (bitrate! / 1000) as Bitrate,
    });
  }

  override encode(sample: AudioSample): void {
    const planes = createBlock(sample.numberOfChannels, sample.numberOfFrames);
    for (const [planeIndex, plane] of planes.entries())
      sample.copyTo(plane, { planeIndex, format: "f32-planar" });
    this.#give(this.#lame!.encode(planes));
  }

  override flush(): void {
    this.#give(this.#lame!.finalize());
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

let registered = false;

/** Lets MP3 be encoded where the platform cannot: Node has no encoder of its own. */
export function registerMp3Encoder(): void {
  if (registered) return;
  registered = true;
  registerEncoder(LameEncoder);
}
