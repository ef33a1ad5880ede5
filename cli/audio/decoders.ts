import type { EncodedPacket } from "mediabunny";
import { MPEGDecoder } from "mpg123-decoder";
import { OpusDecoder } from "opus-decoder";
import { decodeFlacFrame, readFlacInfo } from "../../audio/media/flac.ts";
import { createVorbisDecoder } from "../../audio/media/vorbis.ts";
import { readVorbisSetup } from "../../audio/media/vorbis-setup.ts";
import { framesOf } from "../../audio/signal/blocks.ts";

/** What a packet holds. */
interface Decoded {
  readonly channelData: Float32Array[];
  readonly samplesDecoded: number;
  /** Hz */
  readonly sampleRate: number;
}

/** Decodes packets one after the other. */
export interface PacketDecoder {
  /** @throws where the packet is damaged */
  decodeFrame(data: Uint8Array): Decoded;
  free(): void;
}

type Open = (config: AudioDecoderConfig) => PacketDecoder | Promise<PacketDecoder>;

/** What sound is decoded here, by codec: Node has no decoder of its own. */
const DECODERS: Readonly<Record<string, Open>> = {
  mp3: () => whenReady(new MPEGDecoder()),
  opus: ({ description, numberOfChannels }) =>
    whenReady(openOpus(description === undefined ? null : bytesOf(description), numberOfChannels)),
  flac({ description }) {
    const info = readFlacInfo(bytesOf(description ?? new Uint8Array(0)));
    return plainDecoder(info.sampleRate, (data) => decodeFlacFrame(data, info));
  },
  vorbis({ description }) {
    const setup = readVorbisSetup(bytesOf(description ?? new Uint8Array(0)));
    const decoder = createVorbisDecoder(setup);
    return plainDecoder(setup.sampleRate, (data) => orderChannels(decoder.decode(data)));
  },
};

/** Null where there is none for the codec. */
export const decoderOf = (codec: string): Open | null => DECODERS[codec] ?? null;

/** How a sound lies in its file. */
interface Layout {
  /** Of the sound: a packet may have more. */
  readonly channels: number;
  /** s by which the container may round the duration of a packet. */
  readonly rounding: number;
}

/**
 * Samples of a packet that belong to the sound.
 * @throws where the packet is damaged
 */
export function decodePacket(
  decoder: PacketDecoder,
  packet: EncodedPacket,
  { channels, rounding }: Layout,
) {
  const { channelData, samplesDecoded, sampleRate } = decoder.decodeFrame(packet.data);
  // The last packet of a file may say that only a part of it belongs to the sound.
  const told = Math.round(packet.duration * sampleRate);
  const isCut = told > 0 && samplesDecoded - told > rounding * sampleRate;
  const frames = isCut ? told : samplesDecoded;
  const block = channelData.slice(0, channels).map((plane) => plane.subarray(0, frames));
  return { block, sampleRate };
}

async function whenReady<Decoder extends PacketDecoder & { readonly ready: Promise<void> }>(
  decoder: Decoder,
): Promise<Decoder> {
  await decoder.ready;
  return decoder;
}

const plainDecoder = (
  sampleRate: number,
  decode: (data: Uint8Array) => Float32Array[],
): PacketDecoder => ({
  decodeFrame(data) {
    const channelData = decode(data);
    return { channelData, samplesDecoded: framesOf(channelData), sampleRate };
  },
  free: () => undefined,
});

/** @param head the identification header (RFC 7845, 5.1), where there is one */
function openOpus(head: Uint8Array | null, channels: number) {
  // It has what the encoder put before the sound, and where channels are, if there are more than two.
  const preSkip = head && head.length >= 12 ? head[10]! + 256 * head[11]! : 0;
  if (!head || head.length < 21 || head[18] === 0) return new OpusDecoder({ channels, preSkip });
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
