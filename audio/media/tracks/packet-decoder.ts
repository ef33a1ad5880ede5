import { type EncodedPacket, EncodedPacketSink, OGG } from "mediabunny";
import { framesOf } from "../../signal/blocks.ts";
import { MediaError } from "../problems/media-error.ts";
import type { PacketReader, TimedBlock } from "./read-track.ts";

/** Samples of a packet. */
interface Decoded {
  readonly channelData: Float32Array[];
  readonly samplesDecoded: number;
  /** Hz */
  readonly sampleRate: number;
}

/** Decodes consecutive packets. */
export interface PacketDecoder {
  /** @throws if the packet is damaged */
  decodeFrame(data: Uint8Array): Decoded | Promise<Decoded>;
  free(): void;
}

export type OpenPacketDecoder = (
  config: AudioDecoderConfig,
) => PacketDecoder | Promise<PacketDecoder>;

/** Rounding of packet durations in seconds by most containers; Ogg counts samples. */
const ROUNDING = 0.0015;
/**
 * Minimum gap in seconds between two packets; shorter differences may come from the decoder's
 * buffering.
 */
const GAP = 0.1;

/** Number of consecutive damaged packets after which a track counts as unreadable. */
const MAX_DAMAGED = 50;

/**
 * Creates a reader of tracks from a packet decoder. Damaged packets are skipped, and the others
 * keep their times.
 */
export const packetReader = (open: OpenPacketDecoder): PacketReader =>
  async function* (track, { channels, start, onCut, onHole, isPadded }) {
    const config = await track.getDecoderConfig();
    if (!config) throw new MediaError("unreadable");
    const decoder = await open(config);
    const rounding = (await track.input.getFormat()) === OGG ? 0 : isPadded ? Infinity : ROUNDING;
    const sink = new EncodedPacketSink(track);
    const first = start > 0 ? await sink.getPacket(start) : null;
    const clock = createPacketClock(config.codec === "opus", first !== null);
    let [good, bad] = [0, 0];
    try {
      for await (const packet of first ? sink.packets(first) : sink.packets()) {
        let decoded: Omit<TimedBlock, "time">;
        try {
          decoded = await decodePacket(decoder, packet, { channels, rounding });
        } catch (error) {
          bad++;
          if (!(await sink.getNextPacket(packet))) {
            if (good === 0) throw error;
            onCut();
            return;
          }
          if (bad > MAX_DAMAGED && bad > good) throw error;
          onHole();
          clock.miss(packet);
          continue;
        }
        good++;
        const { block, sampleRate } = decoded;
        const time = clock.take(packet, framesOf(block) / sampleRate);
        if (framesOf(block) > 0) yield { block, time, sampleRate };
      }
    } finally {
      decoder.free();
    }
  };

interface PacketClock {
  /** @param seconds decoded from the packet. @returns the time of the first sample */
  take(packet: EncodedPacket, seconds: number): number;
  /** The packet yielded nothing. */
  miss(packet: EncodedPacket): void;
}

/**
 * Computes the times of decoded samples: contiguous, except for gaps between packets.
 * @param isOpus whether the decoder has dropped samples with negative times
 * @param isSought whether decoding started in the middle of a track, where decoders return less for
 *   the first packet
 */
function createPacketClock(isOpus: boolean, isSought: boolean): PacketClock {
  let time = 0;
  let end: number | null = null;
  let last: number | null = null;
  const take: PacketClock["take"] = ({ timestamp, duration }, seconds) => {
    // Matroska states no durations: demuxers take the time until the next packet, gaps included.
    const hasGap = seconds > 0 && duration - seconds > GAP;
    const lasts = hasGap ? seconds : Math.max(duration, seconds);
    const missing = lasts - seconds;
    if (end === null) time = isSought ? timestamp + missing : timestamp;
    else if (timestamp - end > GAP) time += timestamp - end;
    if (isOpus && !isSought && time < 0) time = Math.min(0, time + missing);
    // Laced packets may have the time of the first one.
    const start = end !== null && timestamp === last ? end : timestamp;
    if (seconds > 0 || !isSought) end = start + lasts;
    last = timestamp;
    const own = time;
    time += seconds;
    return own;
  };
  return {
    take,
    miss({ timestamp, duration }) {
      if (end === null) return;
      time += duration + Math.max(0, timestamp - end);
      end = timestamp + duration;
    },
  };
}

/** The samples of a packet that belong to the sound. @throws if the packet is damaged */
async function decodePacket(
  decoder: PacketDecoder,
  packet: EncodedPacket,
  { channels, rounding }: { readonly channels: number; readonly rounding: number },
): Promise<Omit<TimedBlock, "time">> {
  const { channelData, samplesDecoded, sampleRate } = await decoder.decodeFrame(packet.data);
  // The duration of the last packet of a file may be shorter than its samples.
  const declared = Math.round(packet.duration * sampleRate);
  const isCut = declared > 0 && samplesDecoded - declared > rounding * sampleRate;
  const frames = isCut ? declared : samplesDecoded;
  const block = channelData.slice(0, channels).map((plane) => plane.subarray(0, frames));
  return { block, sampleRate };
}

/** A decoder that needs nothing but the bytes. */
export const plainDecoder = (
  sampleRate: number,
  decode: (data: Uint8Array) => Float32Array[],
): PacketDecoder => ({
  decodeFrame(data) {
    const channelData = decode(data);
    return { channelData, samplesDecoded: framesOf(channelData), sampleRate };
  },
  free: () => undefined,
});

/** The codec description of a track. */
export function descriptionOf({ description }: AudioDecoderConfig): Uint8Array {
  if (description === undefined) return new Uint8Array(0);
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}
