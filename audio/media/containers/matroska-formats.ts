import { MkvOutputFormat, WebMOutputFormat } from "mediabunny";

/** Ids of Matroska (RFC 9559), and nanoseconds for which players decode Opus before a place that they seek (RFC 7845, 4.6). */
const CODEC_DELAY = 0x56_aa;
const SEEK_PRE_ROLL = 0x56_bb;
const CODEC_PRIVATE = 0x63_a2;
const PRE_ROLL = 80_000_000;
/** Samples a second by which Opus counts, and the place of its pre-skip in what a file says of it (RFC 7845, 5.1). */
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
/** The part of mediabunny's muxer that describes tracks; it has no option for what is missing there. */
interface Muxer {
  readonly trackDatas: readonly Track[];
  readonly tracksElement: { readonly data: readonly { readonly data: (Element | null)[] }[] };
  /** With the first packet tracks are described. */
  writeBlock(track: Track, packet: Packet): void;
  createTracks(): void;
}
interface WithMuxer {
  _createMuxer(output: unknown): Muxer;
}

/**
 * Has a muxer say how much of a track of Opus comes before its sound: decoders leave it out, and without the
 * delay players hear everything behind it late by that. What has packets before 0 says so in its times.
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

/** Samples of a track that come before its sound; 0 where it is not Opus. */
function preSkipOf(track: readonly (Element | null)[]): number {
  const head = track.find((element) => element?.id === CODEC_PRIVATE)?.data;
  if (!(head instanceof Uint8Array) || head.length < PRE_SKIP_AT + 2) return 0;
  const isOpus = String.fromCharCode(...head.subarray(0, OPUS_HEAD.length)) === OPUS_HEAD;
  return isOpus ? head[PRE_SKIP_AT]! + 256 * head[PRE_SKIP_AT + 1]! : 0;
}

/** What writes WebM, in which Opus is heard when it is to be. */
export const webmFormat = (): WebMOutputFormat => withDelay(new WebMOutputFormat());
/** What writes Matroska, in which Opus is heard when it is to be. */
export const mkvFormat = (): MkvOutputFormat => withDelay(new MkvOutputFormat());
