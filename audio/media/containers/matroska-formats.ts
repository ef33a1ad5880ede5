import { MkvOutputFormat, WebMOutputFormat } from "mediabunny";

/**
 * Matroska element ids (RFC 9559), and the Opus pre-roll for seeking in nanoseconds (RFC 7845,
 * 4.6).
 */
const CODEC_DELAY = 0x56_aa;
const SEEK_PRE_ROLL = 0x56_bb;
const CODEC_PRIVATE = 0x63_a2;
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
  readonly timestamp: number;
}
interface Track {
  readonly chunkQueue: readonly Packet[];
}
/** The part of mediabunny's muxer that writes track entries; it has no option for CodecDelay. */
interface Muxer {
  readonly trackDatas: readonly Track[];
  readonly tracksElement: { readonly data: readonly { readonly data: (Element | null)[] }[] };
  /** Track entries are written with the first packet. */
  writeBlock(track: Track, packet: Packet): void;
  createTracks(): void;
}
interface WithMuxer {
  _createMuxer(output: unknown): Muxer;
}

/**
 * Adds CodecDelay to Opus tracks: decoders drop the pre-skip, and without the delay players would
 * play everything late by it. Packets with negative timestamps express it already.
 */
function withDelay<T extends WebMOutputFormat | MkvOutputFormat>(format: T): T {
  const own = format as unknown as WithMuxer;
  const createMuxer = own._createMuxer.bind(format);
  own._createMuxer = (output) => {
    const muxer = createMuxer(output);
    const writeBlock = muxer.writeBlock.bind(muxer);
    const createTracks = muxer.createTracks.bind(muxer);
    let first: readonly [track: Track, packet: Packet] | null = null;
    muxer.writeBlock = (track, packet) => {
      first ??= [track, packet];
      writeBlock(track, packet);
    };
    muxer.createTracks = () => {
      createTracks();
      for (const [at, { data: described }] of muxer.tracksElement.data.entries()) {
        const skipped = preSkipOf(described);
        const track = muxer.trackDatas[at]!;
        const begins = first?.[0] === track ? first[1] : track.chunkQueue[0];
        if (skipped === 0 || (begins?.timestamp ?? 0) < 0) continue;
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
