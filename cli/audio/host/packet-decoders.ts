import { MPEGDecoder } from "mpg123-decoder";
import { OpusDecoder } from "opus-decoder";
import { opusGain } from "#audio/media/codecs/opus-gain.ts";
import { readFlac } from "#audio/media/codecs/read-flac.ts";
import {
  type PacketDecoder,
  descriptionOf,
  packetReader,
} from "#audio/media/tracks/packet-decoder.ts";
import type { PacketReader } from "#audio/media/tracks/read-track.ts";
import { scaleInto } from "#audio/signal/sample-kernel.ts";
import { splitVorbisHeaders } from "#audio/media/vorbis/vorbis-headers.ts";
import { openVorbisDecoder } from "./vorbis-decoder.ts";

/** What sound is decoded here, by codec: Node has no decoder of its own. */
const READERS: Readonly<Record<string, PacketReader>> = {
  mp3: packetReader(() => strict(new MPEGDecoder())),
  opus: packetReader(async (config) => {
    const head = descriptionOf(config);
    const decoder = await strict(openOpus(head, config.numberOfChannels));
    return withGain(decoder, opusGain(head));
  }),
  flac: readFlac,
  vorbis: packetReader(async (config) => {
    const decoder = await openVorbisDecoder(splitVorbisHeaders(descriptionOf(config)));
    return mapFrames(decoder, (channels) => orderChannels(channels));
  }),
};

/** Null where there is none for the codec. */
export const decoderFor = (codec: string): PacketReader | null => READERS[codec] ?? null;

/** A decoder, when its program is loaded. */
export async function whenReady<Decoder extends { readonly ready: Promise<void> }>(
  decoder: Decoder,
): Promise<Decoder> {
  await decoder.ready;
  return decoder;
}

interface FrameDecoder {
  readonly ready: Promise<void>;
  decodeFrame(data: Uint8Array): ReturnType<PacketDecoder["decodeFrame"]> & {
    readonly errors: readonly { readonly message: string }[];
  };
  free(): void;
}

/** One that throws what it would write to the console. */
async function strict(own: FrameDecoder): Promise<PacketDecoder> {
  await own.ready;
  return {
    decodeFrame(data) {
      const decoded = quietly(() => own.decodeFrame(data));
      const [first] = decoded.errors;
      if (first) throw new RangeError(first.message);
      return decoded;
    },
    free: () => own.free(),
  };
}

/** Runs what writes its errors to the console, too. */
export function quietly<T>(work: () => T): T {
  const { error } = console;
  Object.assign(console, { error: () => {} });
  try {
    return work();
  } finally {
    Object.assign(console, { error });
  }
}

/** A decoder whose channels are processed by a function. */
const mapFrames = (
  decoder: PacketDecoder,
  change: (channels: Float32Array[]) => Float32Array[],
): PacketDecoder => ({
  async decodeFrame(data) {
    const decoded = await decoder.decodeFrame(data);
    return { ...decoded, channelData: change(decoded.channelData) };
  },
  free: () => decoder.free(),
});

/** A decoder whose samples are multiplied by a factor. */
function withGain(decoder: PacketDecoder, gain: number): PacketDecoder {
  if (gain === 1) return decoder;
  return mapFrames(decoder, (channels) => {
    for (const channel of channels) scaleInto(channel, channel, gain);
    return channels;
  });
}

/** @param head the identification header (RFC 7845, 5.1); empty where there is none */
function openOpus(head: Uint8Array, channels: number) {
  // It has what the encoder put before the sound, and where channels are, if there are more than two.
  const preSkip = head.length >= 12 ? head[10]! + 256 * head[11]! : 0;
  if (head.length < 21 || head[18] === 0) return new OpusDecoder({ channels, preSkip });
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
