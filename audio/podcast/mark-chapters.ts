import { id3Size } from "../media/mp3/mp3-gaps.ts";

export interface Chapter {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  readonly title: string;
}

const latin = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));

function joined(parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
const big = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
/** Seven bits a byte, as sizes in tags are. */
const synchsafe = (value: number): number[] =>
  [21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f);

/** A frame of ID3v2.4, or of 2.3, whose sizes have eight bits a byte. */
const frame = (id: string, body: Uint8Array, version: number): Uint8Array =>
  joined([latin(id), version >= 4 ? synchsafe(body.length) : big(body.length), [0, 0], body]);

/** UTF-16 with its mark, which both versions know. */
const text = (title: string): Uint8Array => {
  const bytes: number[] = [1, 0xff, 0xfe];
  for (let i = 0; i < title.length; i++) {
    const unit = title.charCodeAt(i);
    bytes.push(unit & 0xff, unit >>> 8);
  }
  return Uint8Array.from(bytes);
};

/**
 * Puts chapters into the tag of an MP3 file, behind what is in it: a table of contents and a frame for each
 * (D. O'Neill, "ID3v2 Chapter Frame Addendum", 2005).
 * @returns the file; as it is where it has no tag
 */
export function markChapters(
  mp3: Uint8Array<ArrayBuffer>,
  chapters: readonly Chapter[],
): Uint8Array<ArrayBuffer> {
  const size = id3Size(mp3);
  if (size === 0 || chapters.length === 0) return mp3;
  const version = mp3[3]!;
  const idOf = (at: number): Uint8Array => latin(`chp${at}\0`);
  const frames = chapters.map(({ from, to, title }, at) =>
    frame(
      "CHAP",
      joined([
        idOf(at),
        big(Math.round(1000 * from)),
        big(Math.round(1000 * to)),
        // By time alone, not by bytes.
        big(0xffff_ffff),
        big(0xffff_ffff),
        frame("TIT2", text(title), version),
      ]),
      version,
    ),
  );
  const contents = joined([
    latin("toc\0"),
    // The top of all, in their order.
    [3, chapters.length],
    ...chapters.map((_, at) => idOf(at)),
  ]);
  const added = joined([frame("CTOC", contents, version), ...frames]);
  const tag = mp3.subarray(10, endOfFrames(mp3, size, version));
  return joined([
    mp3.subarray(0, 6),
    synchsafe(tag.length + added.length),
    tag,
    added,
    mp3.subarray(size),
  ]);
}

/** Where the frames of a tag end and its padding begins. */
function endOfFrames(mp3: Uint8Array, size: number, version: number): number {
  const bits = version >= 4 ? 7 : 8;
  let at = 10;
  while (at + 10 <= size && mp3[at] !== 0) {
    const length = [4, 5, 6, 7].reduce((sum, place) => sum * 2 ** bits + mp3[at + place]!, 0);
    at += 10 + length;
  }
  return Math.min(at, size);
}
