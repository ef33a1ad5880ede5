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

/** Decoders by codec, since Node has none. Their libraries are loaded on demand. */
const READERS: Readonly<Record<string, PacketReader>> = {
  mp3: packetReader(async () => {
    const { MPEGDecoder } = await import("mpg123-decoder");
    return strict(new MPEGDecoder());
  }),
  opus: packetReader(async (config) => {
    const head = descriptionOf(config);
    const decoder = await strict(await openOpus(head, config.numberOfChannels));
    return withGain(decoder, opusGain(head));
  }),
  flac: readFlac,
  vorbis: packetReader(async (config) => {
    const { openVorbisDecoder } = await import("./vorbis-decoder.ts");
    const decoder = await openVorbisDecoder(splitVorbisHeaders(descriptionOf(config)));
    return mapFrames(decoder, (channels) => orderChannels(channels));
  }),
};

/** Null if there is none for the codec. */
export const decoderFor = (codec: string): PacketReader | null => READERS[codec] ?? null;

/** Creates a decoder once its WebAssembly is loaded. */
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

/** Wraps a decoder so that it throws errors that it would print to the console. */
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

/** Runs code that also prints its errors to the console. */
export function quietly<T>(work: () => T): T {
  const { error } = console;
  Object.assign(console, { error: () => {} });
  try {
    return work();
  } finally {
    Object.assign(console, { error });
  }
}

/** A decoder with a function applied to its channels. */
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

/** @param head the identification header (RFC 7845, 5.1); empty if there is none */
async function openOpus(head: Uint8Array, channels: number) {
  const { OpusDecoder } = await import("opus-decoder");
  // It contains the encoder delay and, for more than two channels, their mapping.
  const preSkip = head.length >= 12 ? head[10]! + 256 * head[11]! : 0;
  if (head.length < 21 || head[18] === 0) return new OpusDecoder({ channels, preSkip });
  // The mapping table is reordered for WAV files.
  const table = [...head.subarray(21, 21 + head[9]!)];
  return new OpusDecoder({
    preSkip,
    channels: head[9]!,
    streamCount: head[19]!,
    coupledStreamCount: head[20]!,
    channelMappingTable: head[18] === 1 ? orderChannels(table) : table,
  });
}

/**
 * Channel indexes of Vorbis (left, center, right, …) in the order of WAV files, by number of
 * channels.
 */
const VORBIS_ORDER: Readonly<Record<number, readonly number[]>> = {
  3: [0, 2, 1],
  5: [0, 2, 1, 3, 4],
  6: [0, 2, 1, 5, 3, 4],
  7: [0, 2, 1, 6, 5, 3, 4],
  8: [0, 2, 1, 7, 5, 6, 3, 4],
};

const orderChannels = <T>(channels: T[]): T[] =>
  VORBIS_ORDER[channels.length]?.map((channel) => channels[channel]!) ?? channels;
