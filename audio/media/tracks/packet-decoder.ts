import { type EncodedPacket, EncodedPacketSink, OGG } from "mediabunny";
import { framesOf } from "../../signal/blocks.ts";
import { MediaError } from "../problems/media-error.ts";
import type { PacketReader, TimedBlock } from "./read-track.ts";

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

export type OpenPacketDecoder = (
  config: AudioDecoderConfig,
) => PacketDecoder | Promise<PacketDecoder>;

/** s by which most containers may round the duration of a packet; in Ogg it is a number of samples. */
const ROUNDING = 0.0015;
/** s between two packets that are a gap: the decoder of a codec may hold back less. */
const GAP = 0.1;

/** Packets that are looked at before one that is damaged after the other means that there is no sound. */
const HOPELESS = 50;

/**
 * Reads tracks with a decoder of one packet after the other. What is damaged between others is left
 * out, and the others stay at their times.
 */
export const packetReader = (open: OpenPacketDecoder): PacketReader =>
  async function* (track, { channels, start, onCut, onHole }) {
    const config = await track.getDecoderConfig();
    if (!config) throw new MediaError("unreadable");
    const decoder = await open(config);
    const rounding = (await track.input.getFormat()) === OGG ? 0 : ROUNDING;
    const sink = new EncodedPacketSink(track);
    const first = start > 0 ? await sink.getPacket(start) : null;
    const clock = createPacketClock(config.codec === "opus", first !== null);
    let [good, bad] = [0, 0];
    try {
      for await (const packet of first ? sink.packets(first) : sink.packets()) {
        let decoded: Omit<TimedBlock, "time">;
        try {
          decoded = decodePacket(decoder, packet, { channels, rounding });
        } catch (error) {
          bad++;
          if (!(await sink.getNextPacket(packet))) {
            if (good === 0) throw error;
            onCut();
            return;
          }
          if (bad > HOPELESS && bad > good) throw error;
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
  /** @param seconds that came of the packet. @returns the time of the first of them */
  take(packet: EncodedPacket, seconds: number): number;
  /** Nothing came of it. */
  miss(packet: EncodedPacket): void;
}

/**
 * The time of what comes of each packet: samples lie behind each other, but where packets leave a
 * gap.
 * @param isOpus what lies before 0 has been left out by its decoder
 * @param isSought decoders give less for the first packet that they see in the middle of a track
 */
function createPacketClock(isOpus: boolean, isSought: boolean): PacketClock {
  let time = 0;
  let end: number | null = null;
  const take: PacketClock["take"] = ({ timestamp, duration }, seconds) => {
    const missing = Math.max(0, duration - seconds);
    if (end === null) time = isSought ? timestamp + missing : timestamp;
    else if (timestamp - end > GAP) time += timestamp - end;
    if (isOpus && !isSought && time < 0) time = Math.min(0, time + missing);
    if (seconds > 0 || !isSought) end = timestamp + Math.max(duration, seconds);
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

/** Samples of a packet that belong to the sound. @throws where the packet is damaged */
function decodePacket(
  decoder: PacketDecoder,
  packet: EncodedPacket,
  { channels, rounding }: { readonly channels: number; readonly rounding: number },
): Omit<TimedBlock, "time"> {
  const { channelData, samplesDecoded, sampleRate } = decoder.decodeFrame(packet.data);
  // The last packet of a file may say that only a part of it belongs to the sound.
  const told = Math.round(packet.duration * sampleRate);
  const isCut = told > 0 && samplesDecoded - told > rounding * sampleRate;
  const frames = isCut ? told : samplesDecoded;
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

/** What a track's decoder is told before its packets. */
export function descriptionOf({ description }: AudioDecoderConfig): Uint8Array {
  if (description === undefined) return new Uint8Array(0);
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}
