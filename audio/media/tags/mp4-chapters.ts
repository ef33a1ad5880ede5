import { boxesIn, boxOf, HEAD } from "../containers/mp4-boxes.ts";

/** A chapter and the second at which it begins. */
export interface Mp4Chapter {
  readonly start: number;
  readonly title: string;
}

/** Of the box `chpl`. */
const MOST_CHAPTERS = 255;
const MOST_BYTES = 255;
/** A text as UTF-8. */
const encode = (text: string): Uint8Array =>
  Uint8Array.from(
    [...encodeURIComponent(text.toWellFormed()).matchAll(/%(..)|(.)/gs)],
    ([, hex, plain]) => (hex ? Number.parseInt(hex, 16) : plain!.charCodeAt(0)),
  );

/** The first bytes of a title, cut between two characters. */
function titleBytes(title: string): Uint8Array {
  const bytes = encode(title);
  let end = Math.min(bytes.length, MOST_BYTES);
  while (end < bytes.length && end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

/** Chapters as Nero's programs have written them, and ffmpeg, VLC and players of audiobooks read them. */
function chapterBox(chapters: readonly Mp4Chapter[]): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(9);
  head[0] = 1;
  head[8] = chapters.length;
  const entries = chapters.map(({ start, title }) => {
    const text = titleBytes(title);
    const entry = new Uint8Array(9 + text.length);
    // In steps of 100 ns.
    new DataView(entry.buffer).setBigUint64(0, BigInt(Math.round(1000 * start)) * 10_000n);
    entry[8] = text.length;
    entry.set(text, 9);
    return entry;
  });
  return boxOf("chpl", head, ...entries);
}

/**
 * Adds chapters to the box `moov` of an MP4 file, which has to lie behind the media: it grows.
 * @param moov with its size and name
 * @param chapters the first 255 of them are written
 */
export function addChapters(
  moov: Uint8Array,
  chapters: readonly Mp4Chapter[],
): Uint8Array<ArrayBuffer> {
  const own = chapterBox(chapters.slice(0, MOST_CHAPTERS));
  const content: Uint8Array[] = [];
  let isIn = false;
  for (const { name, box } of boxesIn(moov.subarray(HEAD))) {
    const takes: boolean = !isIn && name === "udta";
    content.push(takes ? boxOf("udta", box.subarray(HEAD), own) : box);
    isIn ||= takes;
  }
  if (!isIn) content.push(boxOf("udta", own));
  return boxOf("moov", ...content);
}
