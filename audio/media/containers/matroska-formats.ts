import { MkvOutputFormat, WebMOutputFormat } from "mediabunny";

/**
 * Matroska element ids (RFC 9559), and the Opus pre-roll for seeking in nanoseconds (RFC 7845,
 * 4.6).
 */
const CODEC_DELAY = 0x56_aa;
const SEEK_PRE_ROLL = 0x56_bb;
const CODEC_PRIVATE = 0x63_a2;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const BLOCK_DURATION = 0x9b;
const DISCARD_PADDING = 0x75_a2;
const PRE_ROLL = 80_000_000;
/**
 * Opus clock rate in Hz, and the offset of the pre-skip in its identification header (RFC 7845,
 * 5.1).
 */
const OPUS_RATE = 48_000;
const PRE_SKIP_AT = 10;
const OPUS_HEAD = "OpusHead";

interface Element {
  readonly id: number;
  data: unknown;
}
interface Packet {
  /** Both in seconds. */
  readonly timestamp: number;
  readonly duration: number;
}
interface Track {
  readonly track: { readonly source: unknown };
  readonly chunkQueue: readonly Packet[];
}
interface ElementWriter {
  writeEBML(element: Element | null): void;
}
/** The part of mediabunny's muxer that writes track entries; it has no option for CodecDelay. */
interface Muxer {
  readonly trackDatas: readonly Track[];
  readonly tracksElement: { readonly data: readonly { readonly data: (Element | null)[] }[] };
  /** Track entries are written with the first packet. */
  writeBlock(track: Track, packet: Packet): void;
  readonly ebmlWriter: ElementWriter;
  createTracks(): void;
}
interface WithMuxer {
  _createMuxer(output: unknown): Muxer;
}

/** When sounds that are written end, in seconds, by the source of their track. */
const soundEnds = new WeakMap<object, number>();

/**
 * States that a sound ends within its last packet, before that packet is written; ignored by other
 * containers, which state it themselves.
 * @param source of the sound's track
 * @param seconds of the sound without encoder delay
 */
export const endSound = (source: object, seconds: number): void =>
  void soundEnds.set(source, seconds);

/** What decides how much of a track's packets is discarded. */
interface Timing {
  /** CodecDelay in seconds. */
  readonly delay: number;
  /** Seconds that each packet lasts once it is decoded; 0 for its own duration. */
  readonly packetSeconds: number;
}
const PLAIN_TIMING: Timing = { delay: 0, packetSeconds: 0 };

/** DiscardPadding of a packet in nanoseconds; 0 for none. */
function discardedOf(
  { track }: Track,
  { timestamp, duration }: Packet,
  { delay, packetSeconds }: Timing,
): number {
  const end = soundEnds.get(track.source as object) ?? Infinity;
  const decoded = Math.max(duration, packetSeconds);
  const discarded = timestamp + decoded - end - delay;
  // Less than half a sample is a rounding difference.
  return discarded > 1e-5 ? Math.round(1e9 * Math.min(decoded, discarded)) : 0;
}

/** A block group with the frames of a simple block; players discard the last ones. */
function withPadding({ data }: Element, { duration }: Packet, nanoseconds: number): Element {
  const [header, frames] = data as readonly [Uint8Array, Uint8Array];
  const plain = header.slice();
  // Blocks have no flag for keyframes.
  plain[3] = 0;
  const padding = new Uint8Array(5);
  new DataView(padding.buffer).setUint32(1, nanoseconds);
  return {
    id: BLOCK_GROUP,
    data: [
      { id: BLOCK, data: [plain, frames] },
      { id: BLOCK_DURATION, data: Math.round(1000 * duration) },
      { id: DISCARD_PADDING, data: padding },
    ],
  };
}

/** Writes a packet, with the padding that players discard if a sound ends in it. */
function writePadded(
  { ebmlWriter }: Muxer,
  packet: Packet,
  { write, discarded }: { readonly write: () => void; readonly discarded: () => number },
): void {
  const writeElement = ebmlWriter.writeEBML.bind(ebmlWriter);
  ebmlWriter.writeEBML = (element) => {
    const padding = element?.id === SIMPLE_BLOCK ? discarded() : 0;
    writeElement(element && padding > 0 ? withPadding(element, packet, padding) : element);
  };
  try {
    write();
  } finally {
    ebmlWriter.writeEBML = writeElement;
  }
}

/**
 * Adds DiscardPadding to the ends of sounds, and CodecDelay to Opus tracks: decoders drop the pre-skip, and without the delay players would
 * play everything late by it. Packets with negative timestamps express it already.
 */
function withDelay<T extends WebMOutputFormat | MkvOutputFormat>(format: T): T {
  const own = format as unknown as WithMuxer;
  const createMuxer = own._createMuxer.bind(format);
  own._createMuxer = (output) => {
    const muxer = createMuxer(output);
    const writeBlock = muxer.writeBlock.bind(muxer);
    const createTracks = muxer.createTracks.bind(muxer);
    const timings = new Map<Track, Timing>();
    let first: readonly [track: Track, packet: Packet] | null = null;
    muxer.writeBlock = (track, packet) => {
      first ??= [track, packet];
      writePadded(muxer, packet, {
        write: () => writeBlock(track, packet),
        discarded: () => discardedOf(track, packet, timings.get(track) ?? PLAIN_TIMING),
      });
    };
    muxer.createTracks = () => {
      createTracks();
      for (const [at, { data: described }] of muxer.tracksElement.data.entries()) {
        const skipped = preSkipOf(described);
        const track = muxer.trackDatas[at]!;
        const begins = first?.[0] === track ? first[1] : track.chunkQueue[0];
        if (skipped === 0) continue;
        const isDelayed = (begins?.timestamp ?? 0) >= 0;
        // Encoders state the end of a sound by a shorter duration of its last packet.
        const packetSeconds = begins?.duration ?? 0;
        timings.set(track, { delay: isDelayed ? skipped / OPUS_RATE : 0, packetSeconds });
        if (!isDelayed) continue;
        described.push({ id: CODEC_DELAY, data: Math.round((1e9 * skipped) / OPUS_RATE) });
        for (const element of described) if (element?.id === SEEK_PRE_ROLL) element.data = PRE_ROLL;
      }
    };
    return muxer;
  };
  return format;
}

/** Pre-skip of a track in samples; 0 if it is not Opus. */
function preSkipOf(track: readonly (Element | null)[]): number {
  const head = track.find((element) => element?.id === CODEC_PRIVATE)?.data;
  if (!(head instanceof Uint8Array) || head.length < PRE_SKIP_AT + 2) return 0;
  const isOpus = String.fromCharCode(...head.subarray(0, OPUS_HEAD.length)) === OPUS_HEAD;
  return isOpus ? head[PRE_SKIP_AT]! + 256 * head[PRE_SKIP_AT + 1]! : 0;
}

/** WebM with CodecDelay for Opus. */
export const webmFormat = (): WebMOutputFormat => withDelay(new WebMOutputFormat());
/** Matroska with CodecDelay for Opus. */
export const mkvFormat = (): MkvOutputFormat => withDelay(new MkvOutputFormat());
