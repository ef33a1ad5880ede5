/** A chapter and the second at which it begins. */
export interface Mp4Chapter {
  readonly start: number;
  readonly title: string;
}

/** Of the box `chpl`. */
const MOST_CHAPTERS = 255;
const MOST_BYTES = 255;
/** Bytes of a box's size and name. */
const HEAD = 8;

const nameAt = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at + 4, at + HEAD));
const sizeAt = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function box(name: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = joined([new Uint8Array(HEAD), ...content]);
  new DataView(all.buffer).setUint32(0, all.length);
  for (let i = 0; i < 4; i++) all[4 + i] = name.charCodeAt(i);
  return all;
}

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
  return box("chpl", head, ...entries);
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
  for (let at = HEAD; at + HEAD <= moov.length;) {
    const size = sizeAt(moov, at);
    if (size < HEAD) break;
    const one = moov.subarray(at, at + size);
    const takes: boolean = !isIn && nameAt(moov, at) === "udta";
    content.push(takes ? box("udta", one.subarray(HEAD), own) : one);
    isIn ||= takes;
    at += size;
  }
  if (!isIn) content.push(box("udta", own));
  return box("moov", ...content);
}
