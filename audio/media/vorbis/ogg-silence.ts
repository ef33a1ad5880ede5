import { joinBytes, u32 } from "../bytes/byte-parts.ts";
import { textAt, viewOf } from "../bytes/read-bytes.ts";
import { readVorbisHeaders } from "./vorbis-headers.ts";
import type { SilenceMaker } from "../containers/ogg-links.ts";
import { granuleOf, OGG_HEADER, packetsOf, sealPage, serialOf } from "../containers/ogg-page.ts";

/** Maximum silence in seconds that replaces missing pages; a longer gap is a timestamp error. */
const MAX_SILENCE_SECONDS = 3600;
/** Maximum packets of a page; each has one byte in the segment table. */
const MAX_PACKETS = 255;

/** Timing of the packets of a stream. */
interface PacketTiming {
  /** Granule position units per second. */
  readonly rate: number;
  /** Duration of the packets of a page in those units. */
  ticksOf(packets: readonly Uint8Array[]): number;
  /**
   * Silent packets of approximately this duration.
   * @param next packet that follows them
   * @param before packet that precedes them; missing if unknown
   */
  silent(ticks: number, next: Uint8Array, before: Uint8Array | undefined): readonly Uint8Array[];
}

/**
 * @param headers pages from the stream's first one on
 * @returns null if the codec is neither Opus nor Vorbis, or the stream is damaged
 */
export function createSilenceMaker(headers: Uint8Array, serial: number): SilenceMaker | null {
  const kind = kindOf(packetsOf(headers, serial));
  if (!kind) return null;
  let room = MAX_SILENCE_SECONDS * kind.rate;
  return {
    between(before, page) {
      const packets = [...packetsOf(page, serial)];
      const end = granuleOf(page);
      if (packets.length === 0 || end < 0) return null;
      const lost = end - kind.ticksOf(packets) - before.end;
      const last = [...packetsOf(before.page, serial)].at(-1);
      if (lost > room) return null;
      const silent = kind.silent(lost, packets[0]!, last);
      if (silent.length === 0) return null;
      room -= lost;
      const pages: Uint8Array[] = [];
      for (let done = 0; done < silent.length;) {
        const own = silent.slice(done, done + MAX_PACKETS);
        done += own.length;
        pages.push(pageOf(page, before.end + Math.round((done / silent.length) * lost), own));
      }
      return joinBytes(pages);
    },
  };
}

/** @returns null if a packet is damaged, or the codec is another one */
function kindOf(packets: Iterator<Uint8Array, void>): PacketTiming | null {
  const head = packets.next().value;
  if (!head) return null;
  if (textAt(head, 0, 8) === "OpusHead") return opusKind(head);
  if (textAt(head, 1, 6) !== "vorbis") return null;
  const [comments, setup] = [packets.next().value, packets.next().value];
  try {
    return comments && setup ? vorbisKind(head, setup) : null;
  } catch {
    return null;
  }
}

/**
 * Frame durations of Opus configurations (RFC 6716, 3.1): 10 to 60, 10 and 20, and 2.5 to 20 ms.
 */
const OPUS_TICKS = [480, 960, 1920, 2880];
function opusFrame(configuration: number): number {
  if (configuration < 12) return OPUS_TICKS[configuration & 3]!;
  return configuration < 16 ? OPUS_TICKS[configuration & 1]! : 120 << (configuration & 3);
}

/** @param head the identification header (RFC 7845, 5.1) */
function opusKind(head: Uint8Array): PacketTiming {
  const streams = head.length > 20 && head[18] !== 0 ? head[19]! : 1;
  const ticks = (packet: Uint8Array): number => {
    const frames = [1, 2, 2, packet[1]! & 63][packet[0]! & 3]!;
    return frames * opusFrame(packet[0]! >> 3);
  };
  return {
    rate: 48_000,
    ticksOf: (packets) => packets.reduce((sum, packet) => sum + ticks(packet), 0),
    silent(lost, next) {
      // An empty frame means a lost one, for which decoders conceal and fade out.
      const toc = next[0]! & 0xfc;
      const others = Array.from({ length: streams - 1 }, () => [toc, 0]).flat();
      const packet = Uint8Array.from([...others, toc]);
      return repeat(packet, lost / opusFrame(toc >> 3));
    },
  };
}

const repeat = (packet: Uint8Array, count: number): Uint8Array[] =>
  Array.from({ length: Math.max(0, Math.round(count)) }, () => packet);

/** @throws {RangeError} */
function vorbisKind(identification: Uint8Array, setup: Uint8Array): PacketTiming {
  const { channels, sampleRate, blockSizes, modes } = readVorbisHeaders(identification, setup);
  const modeBits = Math.ceil(Math.log2(modes.length));
  const [shortMode, longMode] = [modes.indexOf(false), modes.indexOf(true)];
  if (shortMode < 0) throw new RangeError("The stream has no short blocks");
  const [short, long] = blockSizes;
  const isLong = (packet: Uint8Array): boolean =>
    modes[(packet[0]! >> 1) & (2 ** modeBits - 1)] === true;
  /** Whether the block before a long one was long, too, which its window flag states. */
  const isAfterLong = (packet: Uint8Array): boolean =>
    isLong(packet) && ((packet[0]! >> (1 + modeBits)) & 1) === 1;
  const blockOf = (packet: Uint8Array): number => (isLong(packet) ? long : short);
  // Zero bits mean that a channel is silent.
  const silentPacket = (bits: number): Uint8Array =>
    Uint8Array.of(bits & 255, bits >> 8, ...new Uint8Array(Math.ceil(channels / 8)));
  const shortPacket = silentPacket(shortMode << 1);
  const longPacket = silentPacket((longMode << 1) | (1 << (2 + modeBits)));
  return {
    rate: sampleRate,
    ticksOf(packets) {
      let [ticks, last] = [0, packets[0] && isAfterLong(packets[0]) ? long : short];
      for (const packet of packets) {
        ticks += (last + blockOf(packet)) / 4;
        last = blockOf(packet);
      }
      return ticks;
    },
    silent(lost, next, before) {
      const joint = isAfterLong(next) ? [longPacket] : [];
      const ends = ((before ? blockOf(before) : long) + short + joint.length * (short + long)) / 4;
      const shorts = repeat(shortPacket, 1 + (lost - ends) / (short / 2));
      return shorts.length === 0 ? shorts : [...shorts, ...joint];
    },
  };
}

/** A page of small packets. @param like a page of the same stream */
function pageOf(like: Uint8Array, granule: number, packets: readonly Uint8Array[]): Uint8Array {
  const head = new Uint8Array(OGG_HEADER);
  head.set(like.subarray(0, 5));
  viewOf(head).setBigInt64(6, BigInt(granule), true);
  head.set(u32(serialOf(like)), 14);
  head[26] = packets.length;
  const page = joinBytes([head, Uint8Array.from(packets, ({ length }) => length), ...packets]);
  sealPage(page);
  return page;
}
