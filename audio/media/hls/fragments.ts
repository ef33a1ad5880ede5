import { boxesIn, HEAD } from "../containers/mp4-boxes.ts";
import { type AdtsFormat, formatOfConfig } from "./adts-frames.ts";

/**
 * The only audio track of fragmented media (ISO/IEC 14496-12, 8.8), from its initialization
 * segment.
 */
export interface FragmentTrack {
  readonly id: number;
  /** Timescale. */
  readonly scale: number;
  readonly format: AdtsFormat;
  /** Decoder delay at the beginning, in timescale units, which is not played. */
  readonly lead: number;
  /** Default sample duration and size. */
  readonly defaultSize: FrameSize;
}
interface FrameSize {
  readonly steps: number;
  readonly bytes: number;
}

/** A frame in a fragment. */
export interface FragmentFrame extends FrameSize {
  /** Decode time in timescale units, if stated. */
  readonly at: number | null;
}

const viewOf = (box: Uint8Array): DataView =>
  new DataView(box.buffer, box.byteOffset, box.byteLength);

/** Content of a box. */
const within = (box: Uint8Array): Uint8Array => box.subarray(HEAD);

/** Boxes at a path of nested boxes. */
function boxesAt(bytes: Uint8Array, [name, ...rest]: readonly string[]): Uint8Array[] {
  const found = Array.from(boxesIn(bytes)).filter((one) => one.name === name);
  return rest.length === 0
    ? found.map(({ box }) => box)
    : found.flatMap(({ box }) => boxesAt(within(box), rest));
}
const boxAt = (bytes: Uint8Array, way: string): Uint8Array | undefined =>
  boxesAt(bytes, way.split(" "))[0];

/** Position of a field after the times of a box, which are longer in version 1. */
const behindTimes = (box: Uint8Array, at: number, longer: number): number =>
  box[HEAD] === 1 ? at + longer : at;

/**
 * Decoder configuration in the ES descriptor of AAC (ISO/IEC 14496-1, 7.2.6): the content of tag 5.
 * @param box `esds`
 */
function decoderConfig(box: Uint8Array): Uint8Array | null {
  let at = HEAD + 4;
  while (at < box.length) {
    const tag = box[at++]!;
    let length = 0;
    // A length has at most four bytes. With a fifth one it could become negative, and the loop
    // endless.
    const lengthEnd = Math.min(box.length, at + 4);
    for (let more = true; more && at < lengthEnd; at++) {
      length = (length << 7) | (box[at]! & 0x7f);
      more = (box[at]! & 0x80) !== 0;
    }
    if (tag === 5) return box.subarray(at, at + length);
    // The stream and decoder descriptors contain further descriptors after their fields.
    if (tag === 3) at += 3;
    else if (tag === 4) at += 13;
    else at += length;
  }
  return null;
}

/** Bytes of an audio sample entry in `stsd` before its boxes. */
const SOUND_HEAD = HEAD + 28;

function formatOf(trak: Uint8Array): AdtsFormat | null {
  const stsd = boxAt(within(trak), "mdia minf stbl stsd");
  if (!stsd) return null;
  const entries = Array.from(boxesIn(stsd.subarray(HEAD + 8)));
  const [entry] = entries;
  if (entries.length !== 1 || entry?.name !== "mp4a") return null;
  const esds = boxAt(entry.box.subarray(SOUND_HEAD), "esds");
  const config = esds && decoderConfig(esds);
  return config ? formatOfConfig(config) : null;
}

/**
 * Duration trimmed by the track's edit list, in timescale units; null if it does more than trim the
 * beginning.
 */
function leadOf(trak: Uint8Array): number | null {
  const elst = boxAt(within(trak), "edts elst");
  if (!elst) return 0;
  const view = viewOf(elst);
  const isLong = elst[HEAD] === 1;
  if (view.getUint32(HEAD + 4) !== 1) return null;
  const at = HEAD + 8 + (isLong ? 8 : 4);
  const lead = isLong ? Number(view.getBigInt64(at)) : view.getInt32(at);
  return lead < 0 ? null : lead;
}

/** Result of parsing boxes; null if one is truncated, so that a demuxer reports the error. */
function parseOrNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The audio track of an initialization segment (`EXT-X-MAP`); null if it is not a single track of
 * plain AAC.
 */
export const fragmentTrackOf = (bytes: Uint8Array): FragmentTrack | null =>
  parseOrNull(() => readTracks(bytes));

function readTracks(bytes: Uint8Array): FragmentTrack | null {
  const isSound = (trak: Uint8Array): boolean => {
    const hdlr = boxAt(within(trak), "mdia hdlr");
    return hdlr !== undefined && viewOf(hdlr).getUint32(HEAD + 8) === 0x736f756e;
  };
  const tracks = boxesAt(bytes, ["moov", "trak"]).filter(isSound);
  const [trak] = tracks;
  if (!trak || tracks.length !== 1) return null;
  const tkhd = boxAt(within(trak), "tkhd");
  const mdhd = boxAt(within(trak), "mdia mdhd");
  const format = formatOf(trak);
  const lead = leadOf(trak);
  if (!tkhd || !mdhd || !format || lead === null) return null;
  const id = viewOf(tkhd).getUint32(behindTimes(tkhd, HEAD + 12, 8));
  const scale = viewOf(mdhd).getUint32(behindTimes(mdhd, HEAD + 12, 8));
  const trex = boxesAt(bytes, ["moov", "mvex", "trex"])
    .map(viewOf)
    .find((view) => view.getUint32(HEAD + 4) === id);
  if (!trex || scale === 0) return null;
  const defaultSize = { steps: trex.getUint32(HEAD + 12), bytes: trex.getUint32(HEAD + 16) };
  return { id, scale, format, lead, defaultSize };
}

/** Flags of `tfhd` and `trun` (ISO/IEC 14496-12, 8.8.7, 8.8.8): which fields are present. */
const HEADER = { base: 1, description: 2, steps: 8, bytes: 0x10, flags: 0x20, isMoof: 0x20000 };
const RUN = { offset: 1, first: 4, steps: 0x100, bytes: 0x200, flags: 0x400, shift: 0x800 };

/** Reads consecutive fields of a box. */
function reader(box: Uint8Array, from: number) {
  const view = viewOf(box);
  let at = from;
  return {
    next: (): number => view.getUint32((at += 4) - 4),
    signed: (): number => view.getInt32((at += 4) - 4),
    long: (): number => Number(view.getBigUint64((at += 8) - 8)),
  };
}
const marksOf = (box: Uint8Array): number => viewOf(box).getUint32(HEAD) & 0xff_ff_ff;

interface MovedFrames {
  /** Bytes at the beginning of the part that are left. */
  readonly filled: number;
  readonly frames: readonly FragmentFrame[];
}
interface Run {
  /** Position of its frames in the part. */
  readonly from: number;
  readonly bytes: number;
}

/**
 * @param maxFrames upper limit, since a run without sizes can declare any number in a few bytes
 * @returns null if frames are not located after this fragment, or there are more than that
 */
function readTrack(
  traf: Uint8Array,
  track: FragmentTrack,
  { moofAt, maxFrames }: { readonly moofAt: number; readonly maxFrames: number },
) {
  const tfhd = boxAt(within(traf), "tfhd")!;
  const marks = marksOf(tfhd);
  const numbers = reader(tfhd, HEAD + 8);
  if (marks & HEADER.base && numbers.long() !== moofAt) return null;
  if (marks & HEADER.description) numbers.next();
  const steps = marks & HEADER.steps ? numbers.next() : track.defaultSize.steps;
  const size = marks & HEADER.bytes ? numbers.next() : track.defaultSize.bytes;
  const tfdt = boxAt(within(traf), "tfdt");
  let baseOffset: number | null = null;
  if (tfdt) {
    const time = reader(tfdt, HEAD + 4);
    baseOffset = tfdt[HEAD] === 1 ? time.long() : time.next();
  }
  const frames: FragmentFrame[] = [];
  const runs: Run[] = [];
  for (const trun of boxesAt(within(traf), ["trun"])) {
    const own = marksOf(trun);
    const list = reader(trun, HEAD + 4);
    const count = list.next();
    if (!(own & RUN.offset) || own & RUN.shift || frames.length + count > maxFrames) return null;
    const from = moofAt + list.signed();
    if (own & RUN.first) list.next();
    let bytes = 0;
    for (let at = 0; at < count; at++) {
      const frame = {
        steps: own & RUN.steps ? list.next() : steps,
        bytes: own & RUN.bytes ? list.next() : size,
        at: baseOffset,
      };
      if (own & RUN.flags) list.next();
      baseOffset = null;
      frames.push(frame);
      bytes += frame.bytes;
    }
    runs.push({ from, bytes });
  }
  return { frames, runs };
}

/**
 * Moves the frames of a part to its beginning, in place; the bytes are modified.
 * @returns null if a demuxer is needed
 */
export const moveFramesToStart = (bytes: Uint8Array, track: FragmentTrack): MovedFrames | null =>
  parseOrNull(() => moveFrames(bytes, track));

function moveFrames(bytes: Uint8Array, track: FragmentTrack): MovedFrames | null {
  const frames: FragmentFrame[] = [];
  let [filled, position, end] = [0, 0, 0];
  for (const { name, box } of boxesIn(bytes)) {
    const moofAt = position;
    position += box.length;
    if (name !== "moof") continue;
    if (viewOf(box).getUint32(0) > box.length) return null;
    const trafs = boxesAt(within(box), ["traf"]);
    for (const [index, traf] of trafs.entries()) {
      const tfhd = boxAt(within(traf), "tfhd");
      if (!tfhd || viewOf(tfhd).getUint32(HEAD + 4) !== track.id) continue;
      // Without a base offset, positions of later tracks follow the data of earlier ones.
      if (index > 0 && !(marksOf(tfhd) & (HEADER.base | HEADER.isMoof))) return null;
      // Every frame has at least one byte.
      const read = readTrack(traf, track, { moofAt, maxFrames: bytes.length - frames.length });
      if (!read) return null;
      for (const { from, bytes: length } of read.runs) {
        if (from < Math.max(end, position) || from + length > bytes.length) return null;
        bytes.copyWithin(filled, from, from + length);
        filled += length;
        end = from + length;
      }
      for (const frame of read.frames) frames.push(frame);
    }
  }
  return { filled, frames };
}
