import type { Piece } from "../bytes/byte-parts.ts";
import { type ReadBytes, textAt, viewOf } from "../bytes/read-bytes.ts";
import { mp3FrameAt, mp3KindOf, sideInfoSize } from "./mp3-frames.ts";
import { id3End, id3Size } from "./mp3-gaps.ts";
import { emptyMp3Frame } from "./mp3-info.ts";
import { mainDataBegin, mutedMp3Frame } from "./mp3-parts.ts";

/** Bytes that are read at once; far more than the frames that are looked at together have. */
const CHUNK = 256 * 1024;
/** Consecutive headers that are no accident. */
const SURE = 4;
/** Files in one beyond which no more are told apart: a day of jingles. */
const MOST_LINKS = 10_000;
/** Bytes between two frames from which on they count as damage: some encoders write a few too many. */
const DAMAGE = 32;
/** Places that look like a tag within damage, of which it is tried whether frames follow: they may be far away. */
const MOST_DOUBTS = 1000;
/** Longest damage (s) for which there is silence; behind a longer one the sound simply goes on. */
const LONGEST = 3600;

/** What an MP3 file is made of. */
export interface Mp3Links {
  /**
   * The files that were written one behind the other in it, as pieces of it. Bytes between frames
   * that are no sound are left out, and silent frames stand for damaged ones.
   */
  readonly links: readonly (readonly Piece[])[];
  /** Whether frames were damaged, for which there is silence. */
  readonly hasHoles: boolean;
  /** Frames of the first file, in samples; null where its first frame states how many there are. */
  readonly frames: number | null;
}

/**
 * Walks the frames of an MP3 file. Demuxers take the first frame's rate and channels for those of
 * all, end where its header says so, and close the gap that damaged frames leave; so the files of
 * joined ones are told apart, and damage keeps its length. Takes time in proportion to the file's
 * size.
 * @param size of the file, in bytes
 * @returns null for files of another kind
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
  const doubts = { left: MOST_DOUBTS };
  let place = links[0]!.start;
  for (;;) {
    const link = links.at(-1)!;
    place = await link.walk(place);
    if (place >= size) break;
    const next = await findFrames(peek, place, { size, doubts });
    if (next === null) break;
    const header = (await peek(next.at, 4)).slice(0, 4);
    if (mp3KindOf(header, 0) !== link.kind || (await link.isEndedAt(place, next))) {
      if (links.length === MOST_LINKS) break;
      link.end(place);
      links.push(await createLink(peek, next.at, next.at));
      place = links.at(-1)!.start;
      continue;
    }
    if (next.isDamage) hasHoles = true;
    place = await link.resume(place, next);
  }
  links.at(-1)!.end(size);
  return {
    links: links.map(({ pieces }) => pieces),
    hasHoles,
    frames: links[0]!.samples(),
  };
}

/** Bytes from a place on: at least as many as are asked for (`CHUNK` at most), or those up to the end. */
type Peek = (from: number, count: number) => Promise<Uint8Array>;

/** Small looks at a file close to each other, with few readings of it. */
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

/** A file of its own within another one, whose frames are walked. */
async function createLink(peek: Peek, from: number, first: number) {
  const opening = (await peek(first, 1024)).slice(0, 1024);
  const kind = mp3KindOf(opening, 0);
  const header = mp3FrameAt(opening, 0)!;
  const name = infoName(opening, 0);
  // Nothing of a demuxer knows this header (Fraunhofer's), which would be decoded as sound.
  const isForeign = name === "VBRI";
  const pieces: Piece[] = isForeign && first > from ? [{ from, to: first }] : [];
  let begin = isForeign ? first + header.size : from;
  let last = begin;
  let [count, bytes] = [0, 0];
  let toldEnd = name === null || isForeign ? null : endOf(opening, first);
  const cutAt = (to: number): void => {
    if (to > begin) pieces.push({ from: begin, to });
  };
  return {
    kind,
    pieces,
    start: name === null ? first : first + header.size,
    /** Samples of a channel, where they had to be counted. */
    samples: () => (name === null || isForeign ? count * header.samples : null),
    end: cutAt,
    /** Whether another file begins at frames of the same kind behind a gap. */
    async isEndedAt(gap: number, { at, isDamage }: Found): Promise<boolean> {
      if (toldEnd !== null && (isDamage ? at : gap) >= toldEnd) return true;
      return infoName(await peek(at, 64), 0) !== null;
    },
    /** @returns where frames of this file end that lie one behind the other */
    async walk(place: number): Promise<number> {
      for (let at = place; ;) {
        const seen = await peek(at, CHUNK / 2);
        let done = 0;
        for (;;) {
          const frame = mp3FrameAt(seen, done);
          if (!frame || done + frame.size > seen.length) break;
          if (mp3KindOf(seen, done) !== kind) return at + done;
          // Some files state twice what they are before their sound.
          if (count > 0 && infoName(seen, done) !== null) return at + done;
          if (toldEnd !== null && at + done >= toldEnd) return at + done;
          last = at + done;
          count++;
          bytes += frame.size;
          done += frame.size;
        }
        at += done;
        if (done === 0 || seen.length < CHUNK / 2) return at;
      }
    },
    /** Goes on behind bytes that are no frames. @returns where to walk on */
    async resume(gap: number, { at, isDamage }: Found): Promise<number> {
      cutAt(isDamage && count > 0 ? last : gap);
      begin = at;
      if (!isDamage) {
        // A tag in the middle was put there later: its bytes are not counted.
        if (toldEnd !== null) toldEnd += at - gap;
        return at;
      }
      // Damage that reaches the end of a frame began within it.
      const before = await peek(last, 4096);
      if (count > 0) pieces.push(mutedMp3Frame(before.subarray(0, gap - last)).muted);
      const lost = Math.round((at - gap) / (bytes / Math.max(1, count)));
      const seconds = (lost * header.samples) / header.sampleRate;
      const silent = emptyMp3Frame(opening);
      for (let i = 0; i < lost && seconds < LONGEST; i++, count++) pieces.push(silent);
      // The sound of a frame may begin in those before it, which are lost.
      let room = 0;
      for (let place = at; ;) {
        const seen = await peek(place, 4096);
        const frame = mp3FrameAt(seen, 0);
        if (!frame || frame.size > seen.length || mp3KindOf(seen, 0) !== kind) return place;
        if (mainDataBegin(seen) <= room) return place;
        const { muted, data } = mutedMp3Frame(seen.subarray(0, frame.size));
        room += data;
        pieces.push(muted);
        count++;
        bytes += frame.size;
        place += frame.size;
        begin = place;
      }
    },
  };
}

/** Frames behind others. */
interface Found {
  readonly at: number;
  /** Whether what lies between is neither a tag nor a few bytes too many. */
  readonly isDamage: boolean;
}

/**
 * The next place from which on there are frames.
 * @param size of the file, in bytes
 * @param doubts counts down with each place within damage that looks like a tag
 */
async function findFrames(
  peek: Peek,
  from: number,
  { size, doubts }: { readonly size: number; readonly doubts: { left: number } },
): Promise<Found | null> {
  let damaged = 0;
  for (let place = from; place < size;) {
    const seen = await peek(place, 16_384);
    if (await hasFrames(peek, place, size)) return { at: place, isDamage: damaged >= DAMAGE };
    const tag = tagSize(seen);
    // Within damage, what looks like a tag may be none.
    const isTag =
      tag > 0 &&
      (damaged === 0 || (doubts.left-- > 0 && (await hasFrames(peek, place + tag, size))));
    if (isTag) {
      place += tag;
      continue;
    }
    // The next byte that may begin a frame or a tag.
    let at = 1;
    while (at < seen.length - LONGEST_HEADER && !mayBegin(seen, at)) at++;
    place += at;
    damaged += at;
  }
  return null;
}

const TAG_BYTES: ReadonlySet<number> = new Set(Array.from("ITAS", (one) => one.charCodeAt(0)));
/** Bytes of what a radio station says between frames at most: 255 times 16. */
const MOST_STATION = 4080;
/** Bytes by which a tag is told from other things. */
const LONGEST_HEADER = 32;

const mayBegin = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0xff
    ? mp3FrameAt(bytes, at) !== null
    : TAG_BYTES.has(bytes[at]!) && tagSize(bytes.subarray(at, at + 4096)) > 0;

/** Bytes of a tag that begins there: ID3v2, ID3v1, APE, or what a radio station says between frames. */
function tagSize(bytes: Uint8Array): number {
  if (bytes.length < LONGEST_HEADER) return 0;
  if (textAt(bytes, 0, 3) === "ID3") return id3Size(bytes);
  if (textAt(bytes, 0, 3) === "TAG") return 128;
  if (textAt(bytes, 0, 8) === "APETAGEX") {
    const view = viewOf(bytes);
    // The size counts items and footer. A footer on its own stands behind items that have been passed.
    const isHeader = (view.getUint32(20, true) & 0x2000_0000) !== 0;
    return isHeader ? 32 + view.getUint32(12, true) : 32;
  }
  if (textAt(bytes, 0, 12) !== "StreamTitle=") return 0;
  return Math.max(16, bytes.subarray(0, MOST_STATION).indexOf(0));
}

/** Whether frames of one kind begin there, as many as are no accident or as there are up to the end. */
async function hasFrames(peek: Peek, from: number, size: number): Promise<boolean> {
  const bytes = await peek(from, 16_384);
  let at = 0;
  for (let count = 0; count < SURE; count++) {
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

/** The name of a frame that is no sound but tells of the others. */
function infoName(bytes: Uint8Array, at: number): "Xing" | "Info" | "VBRI" | null {
  const tag = at + 4 + sideInfoSize(bytes.subarray(at, at + 4));
  if (bytes[tag] === 0x58 && textAt(bytes, tag) === "Xing") return "Xing";
  if (bytes[tag] === 0x49 && textAt(bytes, tag) === "Info") return "Info";
  // This one lies behind the side information of MPEG 1 in stereo, whatever the frame is.
  return bytes[at + 36] === 0x56 && textAt(bytes, at + 36) === "VBRI" ? "VBRI" : null;
}

/** Where a file ends by the number of bytes in its first frame; null where it does not say. */
function endOf(frame: Uint8Array, start: number): number | null {
  const tag = 4 + sideInfoSize(frame);
  const flags = viewOf(frame).getUint32(tag + 4);
  return (flags & 3) === 3 ? start + viewOf(frame).getUint32(tag + 12) : null;
}
