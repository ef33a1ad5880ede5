import type { FilePart } from "../bytes/byte-parts.ts";
import { type ReadBytes, textAt, viewOf } from "../bytes/read-bytes.ts";
import { mp3FrameAt, mp3KindOf, sideInfoSize } from "./mp3-frames.ts";
import { id3End, id3Size } from "./mp3-gaps.ts";
import { emptyMp3Frame } from "./mp3-info.ts";
import { mainDataBegin, mutedMp3Frame } from "./mp3-parts.ts";

/** Bytes per read; far more than the frames that are examined together. */
const CHUNK = 256 * 1024;
/** Number of consecutive headers that rules out coincidence. */
const MIN_CONSECUTIVE = 4;
/** Maximum number of concatenated files that are distinguished: a day of jingles. */
const MAX_LINKS = 10_000;
/** Minimum bytes between two frames that count as damage: some encoders write a few too many. */
const MIN_DAMAGE_BYTES = 32;
/**
 * Maximum number of tag-like positions within damage that are tested for following frames, which
 * may be far away.
 */
const MAX_FALSE_TAGS = 1000;
/** Maximum damage in seconds that is replaced by silence; longer damage is skipped. */
const MAX_SILENCE_SECONDS = 3600;

/** Structure of an MP3 file. */
export interface Mp3Links {
  /**
   * The concatenated files, each as its parts. Bytes between frames that are not sound are dropped,
   * and damaged frames are replaced by silent ones.
   */
  readonly links: readonly (readonly FilePart[])[];
  /** Whether damaged frames were replaced by silence. */
  readonly hasHoles: boolean;
  /** Samples of the first file; null if its first frame states the number of frames. */
  readonly frames: number | null;
}

/**
 * Walks through the frames of an MP3 file. Demuxers apply the first frame's format to all frames,
 * stop at the declared end, and close gaps of damaged frames; so concatenated files are separated,
 * and damage keeps its length. Takes linear time.
 * @param size of the file in bytes
 * @returns null for other types of files
 */
export async function findMp3Links(read: ReadBytes, size: number): Promise<Mp3Links | null> {
  const peek = createPeek(read);
  const start = await id3End(read);
  const opening = await read(start, start + 1);
  if (opening[0] !== 0xff && opening[0] !== 0) return null;
  const first = await skipZeros(peek, start);
  if (!(await hasFrames(peek, first, size))) return null;
  const links = [await createLink(peek, 0, first)];
  let hasHoles = false;
  const doubts = { left: MAX_FALSE_TAGS };
  let position = links[0]!.start;
  for (;;) {
    const link = links.at(-1)!;
    position = await link.walk(position);
    if (position >= size) break;
    const next = await findFrames(peek, position, { size, doubts });
    if (next === null) break;
    const header = (await peek(next.at, 4)).slice(0, 4);
    if (mp3KindOf(header, 0) !== link.kind || (await link.isEndedAt(position, next))) {
      if (links.length === MAX_LINKS) break;
      link.end(position);
      links.push(await createLink(peek, next.at, next.at));
      position = links.at(-1)!.start;
      continue;
    }
    if (next.isDamage) hasHoles = true;
    position = await link.resume(position, next);
  }
  links.at(-1)!.end(size);
  return {
    links: links.map(({ pieces: parts }) => parts),
    hasHoles,
    frames: links[0]!.samples(),
  };
}

/**
 * Reads bytes from a position on: at least the requested number (at most `CHUNK`), or those up to
 * the end.
 */
type Peek = (from: number, count: number) => Promise<Uint8Array>;

/** Buffers small reads that are close to each other. */
function createPeek(read: ReadBytes): Peek {
  let start = 0;
  let bytes = new Uint8Array(0) as Uint8Array;
  let isEnd = false;
  return async (from, count) => {
    const isThere = from + count <= start + bytes.length || isEnd;
    if (from < start || !isThere) {
      start = from;
      bytes = await read(from, from + CHUNK);
      isEnd = bytes.length < CHUNK;
    }
    return bytes.subarray(from - start);
  };
}

/** One of the concatenated files, whose frames are walked. */
async function createLink(peek: Peek, from: number, first: number) {
  const opening = (await peek(first, 1024)).slice(0, 1024);
  const kind = mp3KindOf(opening, 0);
  const header = mp3FrameAt(opening, 0)!;
  const name = infoName(opening, 0);
  // Demuxers do not know this header (Fraunhofer's) and would decode it as sound.
  const isForeign = name === "VBRI";
  const parts: FilePart[] = isForeign && first > from ? [{ from, to: first }] : [];
  let begin = isForeign ? first + header.size : from;
  let last = begin;
  let [count, bytes] = [0, 0];
  const isInfo = name !== null && !isForeign;
  let declaredEnd = isInfo ? endOf(opening, first) : null;
  const cutAt = (to: number): void => {
    if (to > begin) parts.push({ from: begin, to });
  };
  return {
    kind,
    pieces: parts,
    start: name === null ? first : first + header.size,
    /** Samples per channel, if they had to be counted. */
    samples: () => (isInfo ? null : count * header.samples),
    /** Ends the file, whose info frame then states at least the frames that were found. */
    end(to: number): void {
      cutAt(to);
      const info = isInfo && withMoreFrames(opening.slice(0, header.size), count);
      if (!info) return;
      const [own, ...others] = parts;
      if (!own || own instanceof Uint8Array || own.to < first + header.size) return;
      const before = { from: own.from, to: first };
      parts.splice(0, Infinity, before, info, { from: first + header.size, to: own.to }, ...others);
    },
    /** Whether another file starts at a frame of the same format behind a gap. */
    async isEndedAt(gap: number, { at, isDamage }: Found): Promise<boolean> {
      if (declaredEnd !== null && (isDamage ? at : gap) >= declaredEnd) return true;
      return infoName(await peek(at, 64), 0) !== null;
    },
    /** @returns the end of the contiguous frames of this file */
    async walk(position: number): Promise<number> {
      for (let at = position; ;) {
        const seen = await peek(at, CHUNK / 2);
        let done = 0;
        for (;;) {
          const frame = mp3FrameAt(seen, done);
          if (!frame || done + frame.size > seen.length) break;
          if (mp3KindOf(seen, done) !== kind) return at + done;
          // Some files have two info frames before their sound.
          if (count > 0 && infoName(seen, done) !== null) return at + done;
          if (declaredEnd !== null && at + done >= declaredEnd) return at + done;
          last = at + done;
          count++;
          bytes += frame.size;
          done += frame.size;
        }
        at += done;
        if (done === 0 || seen.length < CHUNK / 2) return at;
      }
    },
    /** Resumes after bytes that are not frames. @returns position to continue the walk at */
    async resume(gap: number, { at, isDamage }: Found): Promise<number> {
      cutAt(isDamage && count > 0 ? last : gap);
      begin = at;
      if (!isDamage) {
        // A tag in the middle was put there later: its bytes are not counted.
        if (declaredEnd !== null) declaredEnd += at - gap;
        return at;
      }
      // Damage that reaches the end of a frame started within it.
      const before = await peek(last, 4096);
      if (count > 0) parts.push(mutedMp3Frame(before.subarray(0, gap - last)).muted);
      const lost = Math.round((at - gap) / (bytes / Math.max(1, count)));
      const seconds = (lost * header.samples) / header.sampleRate;
      const silent = emptyMp3Frame(opening);
      for (let i = 0; i < lost && seconds < MAX_SILENCE_SECONDS; i++, count++) parts.push(silent);
      // Main data of a frame may start in earlier frames, which are lost.
      let room = 0;
      for (let position = at; ;) {
        const seen = await peek(position, 4096);
        const frame = mp3FrameAt(seen, 0);
        if (!frame || frame.size > seen.length || mp3KindOf(seen, 0) !== kind) return position;
        if (mainDataBegin(seen) <= room) return position;
        const { muted, data } = mutedMp3Frame(seen.subarray(0, frame.size));
        room += data;
        parts.push(muted);
        count++;
        bytes += frame.size;
        position += frame.size;
        begin = position;
      }
    },
  };
}

/** Frames found after other data. */
interface Found {
  readonly at: number;
  /** Whether the data in between is neither a tag nor a few excess bytes. */
  readonly isDamage: boolean;
}

/**
 * Next position at which frames start.
 * @param size of the file in bytes
 * @param doubts counter of tag-like positions within damage; decremented
 */
async function findFrames(
  peek: Peek,
  from: number,
  { size, doubts }: { readonly size: number; readonly doubts: { left: number } },
): Promise<Found | null> {
  let damaged = 0;
  for (let position = from; position < size;) {
    const seen = await peek(position, 16_384);
    if (await hasFrames(peek, position, size))
      return { at: position, isDamage: damaged >= MIN_DAMAGE_BYTES };
    const tag = tagSize(seen);
    // Within damage, tag-like bytes may be a coincidence.
    const isTag =
      tag > 0 &&
      (damaged === 0 || (doubts.left-- > 0 && (await hasFrames(peek, position + tag, size))));
    if (isTag) {
      position += tag;
      continue;
    }
    // The next byte that may start a frame or a tag.
    let at = 1;
    while (at < seen.length - LONGEST_HEADER && !mayBegin(seen, at)) at++;
    position += at;
    damaged += at;
  }
  return null;
}

const TAG_BYTES: ReadonlySet<number> = new Set(Array.from("ITAS", (one) => one.charCodeAt(0)));
/** Maximum bytes of radio station metadata between frames: 255 times 16. */
const MAX_STATION_BYTES = 4080;
/** Bytes required to recognize a tag. */
const LONGEST_HEADER = 32;

const mayBegin = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0xff
    ? mp3FrameAt(bytes, at) !== null
    : TAG_BYTES.has(bytes[at]!) && tagSize(bytes.subarray(at, at + 4096)) > 0;

/** Length of the tag at the beginning: ID3v2, ID3v1, APE, or radio station metadata. */
function tagSize(bytes: Uint8Array): number {
  if (bytes.length < LONGEST_HEADER) return 0;
  if (textAt(bytes, 0, 3) === "ID3") return id3Size(bytes);
  if (textAt(bytes, 0, 3) === "TAG") return 128;
  if (textAt(bytes, 0, 8) === "APETAGEX") {
    const view = viewOf(bytes);
    // The size includes items and footer. A footer alone follows items that have been skipped.
    const isHeader = (view.getUint32(20, true) & 0x2000_0000) !== 0;
    return isHeader ? 32 + view.getUint32(12, true) : 32;
  }
  if (textAt(bytes, 0, 12) !== "StreamTitle=") return 0;
  return Math.max(16, bytes.subarray(0, MAX_STATION_BYTES).indexOf(0));
}

/**
 * Whether consecutive frames of one format start there, enough to rule out coincidence or up to the
 * end.
 */
async function hasFrames(peek: Peek, from: number, size: number): Promise<boolean> {
  const bytes = await peek(from, 16_384);
  let at = 0;
  for (let count = 0; count < MIN_CONSECUTIVE; count++) {
    if (count > 1 && (from + at >= size || tagSize(bytes.subarray(at)) > 0)) return true;
    const frame = mp3FrameAt(bytes, at);
    if (!frame || mp3KindOf(bytes, at) !== mp3KindOf(bytes, 0)) return false;
    at += frame.size;
  }
  return true;
}

async function skipZeros(peek: Peek, from: number): Promise<number> {
  const bytes = await peek(from, CHUNK / 2);
  const count = bytes.findIndex((byte) => byte !== 0);
  return from + Math.max(0, count);
}

/** The name of an info frame, which contains no sound. */
function infoName(bytes: Uint8Array, at: number): "Xing" | "Info" | "VBRI" | null {
  const tag = at + 4 + sideInfoSize(bytes.subarray(at, at + 4));
  if (bytes[tag] === 0x58 && textAt(bytes, tag) === "Xing") return "Xing";
  if (bytes[tag] === 0x49 && textAt(bytes, tag) === "Info") return "Info";
  // It follows the side information of MPEG 1 in stereo, whatever the format is.
  return bytes[at + 36] === 0x56 && textAt(bytes, at + 36) === "VBRI" ? "VBRI" : null;
}

/**
 * An info frame with the number of frames that were counted, where it states fewer: demuxers would
 * stop there.
 * @returns null if it is right, or states no number
 */
function withMoreFrames(
  frame: Uint8Array<ArrayBuffer>,
  count: number,
): Uint8Array<ArrayBuffer> | null {
  const tag = 4 + sideInfoSize(frame);
  if (tag + 12 > frame.length) return null;
  const view = viewOf(frame);
  // Some writers do not count the last frame, others count this one.
  const isRight = (view.getUint32(tag + 4) & 1) === 0 || view.getUint32(tag + 8) + 1 >= count;
  if (isRight) return null;
  view.setUint32(tag + 8, count);
  return frame;
}

/** The end of a file by the byte count in its first frame; null if it has none. */
function endOf(frame: Uint8Array, start: number): number | null {
  const tag = 4 + sideInfoSize(frame);
  const flags = viewOf(frame).getUint32(tag + 4);
  return (flags & 3) === 3 ? start + viewOf(frame).getUint32(tag + 12) : null;
}
