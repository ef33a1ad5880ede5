import { decodeUtf8 } from "#audio/encoding/utf8.ts";
import { joinBytes } from "../../bytes/byte-parts.ts";
import { textAt } from "../../bytes/read-bytes.ts";
import { id3Size } from "../../mp3/mp3-gaps.ts";
import type { Write } from "../../bytes/write-bytes.ts";
import { type Chapter, type ChapterSpan, spansOf } from "./chapter.ts";

const latin = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));

const joined = (parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> =>
  joinBytes(parts.map((part) => (part instanceof Uint8Array ? part : Uint8Array.from(part))));
const big = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
/** Syncsafe integer: seven bits per byte. */
const synchsafe = (value: number): number[] =>
  [21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f);

/** A frame of ID3v2.4 (syncsafe size) or 2.3 (plain size). */
const frame = (id: string, body: Uint8Array, version: number): Uint8Array =>
  joined([latin(id), version >= 4 ? synchsafe(body.length) : big(body.length), [0, 0], body]);

/** UTF-16 with a byte order mark, which both versions support. */
const text = (title: string): Uint8Array => {
  const bytes: number[] = [1, 0xff, 0xfe];
  for (let i = 0; i < title.length; i++) {
    const unit = title.charCodeAt(i);
    bytes.push(unit & 0xff, unit >>> 8);
  }
  return Uint8Array.from(bytes);
};

/** An empty ID3v2.4 tag. */
const EMPTY = Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0);

/**
 * Appends chapters to the tag of an MP3 file: a table of contents and one frame per chapter (D.
 * O'Neill, "ID3v2 Chapter Frame Addendum", 2005). Creates the tag if there is none.
 */
export function addId3Chapters(
  mp3: Uint8Array<ArrayBuffer>,
  spans: readonly ChapterSpan[],
): Uint8Array<ArrayBuffer> {
  if (spans.length === 0) return mp3;
  const size = id3Size(mp3);
  const tag = size === 0 ? EMPTY : mp3.subarray(0, size);
  const version = tag[3]!;
  const idOf = (at: number): Uint8Array => latin(`chp${at}\0`);
  const frames = spans.map(({ from, to, title }, at) =>
    frame(
      "CHAP",
      joined([
        idOf(at),
        big(Math.round(1000 * from)),
        big(Math.round(1000 * to)),
        // By time only, without byte offsets.
        big(0xffff_ffff),
        big(0xffff_ffff),
        frame("TIT2", text(title), version),
      ]),
      version,
    ),
  );
  const contents = joined([
    latin("toc\0"),
    // Top-level and ordered; the count has one byte, and players order the frames by time.
    [3, Math.min(spans.length, 255)],
    ...spans.slice(0, 255).map((_, at) => idOf(at)),
  ]);
  const added = joined([frame("CTOC", contents, version), ...frames]);
  const existing = tag.subarray(10, endOfFrames(tag));
  return joined([
    tag.subarray(0, 6),
    synchsafe(existing.length + added.length),
    existing,
    added,
    mp3.subarray(size),
  ]);
}

/**
 * Adds chapters to an MP3 file while it is written: its tag, which comes first, grows, and
 * everything after it moves.
 * @param write receives contiguous bytes until the tag is complete
 * @param duration of the recording in seconds
 */
export function withId3Chapters(
  write: Write,
  chapters: readonly Chapter[],
  duration: number,
): Write {
  if (chapters.length === 0) return write;
  let head: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  let grown: number | null = null;
  return async (position, bytes) => {
    if (grown !== null) {
      await write(position + grown, bytes);
      return;
    }
    if (position !== head.length) throw new Error("An MP3 file is written from its beginning on");
    head = joinBytes([head, bytes]);
    if (head.length < EMPTY.length || head.length < id3Size(head)) return;
    const marked = addId3Chapters(head, spansOf(chapters, duration));
    grown = marked.length - head.length;
    await write(0, marked);
    head = new Uint8Array(0);
  };
}

interface Frame {
  readonly id: string;
  readonly body: Uint8Array;
}

/** Frames up to the padding. */
function* framesIn(
  bytes: Uint8Array,
  version: number,
): Generator<Frame & { readonly end: number }> {
  const bits = version >= 4 ? 7 : 8;
  for (let at = 0; at + 10 <= bytes.length && bytes[at] !== 0;) {
    const length = [4, 5, 6, 7].reduce((sum, index) => sum * 2 ** bits + bytes[at + index]!, 0);
    const end = at + 10 + length;
    if (end > bytes.length) return;
    yield { id: textAt(bytes, at), body: bytes.subarray(at + 10, end), end };
    at = end;
  }
}

/** Decodes UTF-16, big-endian without a byte order mark. */
function decodeUtf16(bytes: Uint8Array): string {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isMarked = isLittle || (bytes[0] === 0xfe && bytes[1] === 0xff);
  let decoded = "";
  for (let at = isMarked ? 2 : 0; at + 1 < bytes.length; at += 2)
    decoded += String.fromCharCode(
      isLittle ? bytes[at]! | (bytes[at + 1]! << 8) : (bytes[at]! << 8) | bytes[at + 1]!,
    );
  return decoded;
}
/** Decodes a text that is preceded by its encoding. */
function readText(body: Uint8Array): string {
  const rest = body.subarray(1);
  const isWide = body[0] === 1 || body[0] === 2;
  return (isWide ? decodeUtf16(rest) : decodeUtf8(rest)).replace(/\0[^]*$/, "");
}

/**
 * Chapters of an ID3v2.3 or 2.4 tag, ordered by time; empty for other versions and for
 * unsynchronized tags.
 * @param tag a complete tag
 */
export function chaptersInId3(tag: Uint8Array): Chapter[] {
  const version = tag[3] ?? 0;
  if (id3Size(tag) === 0 || version < 3 || version > 4 || (tag[5]! & 0xc0) !== 0) return [];
  const chapters = [...framesIn(tag.subarray(10), version)]
    .filter(({ id }) => id === "CHAP")
    .flatMap(({ body }) => {
      const times = body.indexOf(0) + 1;
      if (times === 0 || times + 16 > body.length) return [];
      const view = new DataView(body.buffer, body.byteOffset + times, 4);
      const title = [...framesIn(body.subarray(times + 16), version)].find(
        ({ id }) => id === "TIT2",
      );
      return [{ start: view.getUint32(0) / 1000, title: title ? readText(title.body) : "" }];
    });
  return chapters.toSorted((one, two) => one.start - two.start);
}

/** Where the frames of a tag end and its padding starts. */
function endOfFrames(tag: Uint8Array): number {
  let end = 0;
  for (const frame of framesIn(tag.subarray(10), tag[3]!)) ({ end } = frame);
  return 10 + end;
}
