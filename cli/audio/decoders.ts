import type { AudioCodec, EncodedPacket } from "mediabunny";
import { AudioSample, CustomAudioDecoder, registerDecoder } from "mediabunny";
import { MPEGDecoder } from "mpg123-decoder";
import { OpusDecoder } from "opus-decoder";
import { decodeFlacFrame, readFlacInfo } from "../../audio/media/flac.ts";
import { createVorbisDecoder } from "../../audio/media/vorbis.ts";
import { readVorbisSetup } from "../../audio/media/vorbis-setup.ts";
import { framesOf } from "../../audio/signal/blocks.ts";

interface PacketDecoder {
  readonly ready: Promise<void>;
  decodeFrame(data: Uint8Array): {
    readonly channelData: readonly Float32Array[];
    readonly samplesDecoded: number;
    readonly sampleRate: number;
  };
  free(): void;
}

/** s by which a container may round the duration of a packet. */
const TIMESTAMP_SLACK = 0.0015;

/** Decodes packet by packet. */
abstract class FrameDecoder extends CustomAudioDecoder {
  #decoder: PacketDecoder | null = null;
  /** Seconds; of the next sample. */
  #time: number | null = null;

  protected abstract open(): PacketDecoder;

  override async init(): Promise<void> {
    try {
      this.#decoder = this.open();
      await this.#decoder.ready;
    } catch (error) {
      this.onError(error);
    }
  }

  override decode(packet: EncodedPacket): void {
    try {
      this.#decode(packet);
    } catch (error) {
      // Thrown from here it would come again, unhandled, when the decoder is closed.
      this.onError(error);
    }
  }

  #decode(packet: EncodedPacket): void {
    if (!this.#decoder) return;
    this.#time ??= packet.timestamp;
    const { channelData, samplesDecoded, sampleRate } = this.#decoder.decodeFrame(packet.data);
    // The last packet of a file may say that only a part of it belongs to the sound.
    const told = Math.round(packet.duration * sampleRate);
    const isCut = told > 0 && samplesDecoded - told > TIMESTAMP_SLACK * sampleRate;
    const frames = isCut ? told : samplesDecoded;
    if (frames === 0) return;
    const channels = Math.min(channelData.length, this.config.numberOfChannels);
    const data = new Float32Array(frames * channels);
    for (let channel = 0; channel < channels; channel++)
      data.set(channelData[channel]!.subarray(0, frames), channel * frames);
    this.onSample(
      new AudioSample({
        data,
        format: "f32-planar",
        numberOfChannels: channels,
        sampleRate,
        timestamp: this.#time,
      }),
    );
    this.#time += frames / sampleRate;
  }

  override flush(): void {
    this.#time = null;
  }

  override close(): void {
    this.#decoder?.free();
    this.#decoder = null;
  }
}

class Mp3Decoder extends FrameDecoder {
  static override supports(codec: AudioCodec): boolean {
    return codec === "mp3";
  }

  protected override open(): PacketDecoder {
    return new MPEGDecoder();
  }
}

class OpusPacketDecoder extends FrameDecoder {
  static override supports(codec: AudioCodec): boolean {
    return codec === "opus";
  }

  protected override open(): PacketDecoder {
    const { description, numberOfChannels } = this.config;
    const head = description === undefined ? null : bytesOf(description);
    // RFC 7845, 5.1: the identification header has what the encoder put before the sound, and where
    // channels are, if there are more than two.
    const preSkip = head && head.length >= 12 ? head[10]! + 256 * head[11]! : 0;
    if (!head || head.length < 21 || head[18] === 0)
      return new OpusDecoder({ channels: numberOfChannels, preSkip });
    // The table is put into the order of WAV files.
    const table = [...head.subarray(21, 21 + head[9]!)];
    return new OpusDecoder({
      preSkip,
      channels: head[9]!,
      streamCount: head[19]!,
      coupledStreamCount: head[20]!,
      channelMappingTable: head[18] === 1 ? orderChannels(table) : table,
    });
  }
}

class FlacPacketDecoder extends FrameDecoder {
  static override supports(codec: AudioCodec): boolean {
    return codec === "flac";
  }

  protected override open(): PacketDecoder {
    const info = readFlacInfo(bytesOf(this.config.description ?? new Uint8Array(0)));
    return {
      ready: Promise.resolve(),
      decodeFrame(data) {
        const channelData = decodeFlacFrame(data, info);
        const { sampleRate } = info;
        return { channelData, samplesDecoded: framesOf(channelData), sampleRate };
      },
      free: () => undefined,
    };
  }
}

class VorbisPacketDecoder extends FrameDecoder {
  static override supports(codec: AudioCodec): boolean {
    return codec === "vorbis";
  }

  protected override open(): PacketDecoder {
    const setup = readVorbisSetup(bytesOf(this.config.description ?? new Uint8Array(0)));
    const decoder = createVorbisDecoder(setup);
    return {
      ready: Promise.resolve(),
      decodeFrame(data) {
        const channelData = orderChannels(decoder.decode(data));
        const { sampleRate } = setup;
        return { channelData, samplesDecoded: framesOf(channelData), sampleRate };
      },
      free: () => undefined,
    };
  }
}

/** Places of Vorbis's channels (left, centre, right, …) in the order of WAV files, by their number. */
const VORBIS_ORDER: Readonly<Record<number, readonly number[]>> = {
  3: [0, 2, 1],
  5: [0, 2, 1, 3, 4],
  6: [0, 2, 1, 5, 3, 4],
  7: [0, 2, 1, 6, 5, 3, 4],
  8: [0, 2, 1, 7, 5, 6, 3, 4],
};

const orderChannels = <T>(channels: T[]): T[] =>
  VORBIS_ORDER[channels.length]?.map((channel) => channels[channel]!) ?? channels;

function bytesOf(source: ArrayBufferLike | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

let registered = false;

/** Lets packages of sound be decoded where the platform cannot: Node has no decoder of its own. */
export function registerDecoders(): void {
  if (registered) return;
  registered = true;
  registerDecoder(Mp3Decoder);
  registerDecoder(OpusPacketDecoder);
  registerDecoder(FlacPacketDecoder);
  registerDecoder(VorbisPacketDecoder);
}
