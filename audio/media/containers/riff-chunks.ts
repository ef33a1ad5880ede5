import { type ReadBytes, textAt, viewOf } from "../bytes/read-bytes.ts";

/** A part of a RIFF or IFF file: WAV and AIFF files are made of such. */
export interface Chunk {
  /** Four letters. */
  readonly name: string;
  /** Byte where its content begins. */
  readonly at: number;
  /** Bytes that it says its content has. */
  readonly size: number;
}

/** Chunks that are looked at before a file counts as broken. */
const MOST = 2000;

/** Sizes from which on a chunk was written to a pipe, whose end nobody knew, or has its size elsewhere. */
export const ENDLESS = 0x7fff_0000;

/** Chunks without which there is no sound. */
const SOUND: ReadonlySet<string> = new Set(["fmt ", "data", "COMM", "SSND"]);
/** Bytes behind a chunk of a wrong size in which the next one is looked for. */
const SEARCHED = 1024 * 1024;

/**
 * A file's chunks one after the other, until it ends. Where a chunk would reach beyond the file's end, its
 * size is wrong or stands elsewhere (`ds64`): once, the next chunk of sound is searched for within it.
 * @param isLittle smallest byte of sizes first
 */
export async function* chunksOf(
  read: ReadBytes,
  isLittle: boolean,
): AsyncGenerator<Chunk, void, undefined> {
  let at = 12;
  let isSearched = false;
  for (let count = 0; count < MOST; count++) {
    const head = await read(at, at + 8);
    if (head.length < 8) return;
    const size = viewOf(head).getUint32(4, isLittle);
    const start = at + 8;
    yield { name: textAt(head, 0), at: start, size };
    at = start + size;
    if (!isSearched && size > 0 && (await read(at - 1, at)).length === 0) {
      isSearched = true;
      const bytes = await read(start, start + SEARCHED);
      const found = bytes.findIndex((_, place) => SOUND.has(textAt(bytes, place)));
      if (found < 0) return;
      at = start + found;
    } else if (size % 2 === 1) at += await paddingAt(read, at);
  }
}

/** Chunks that are read here, and those that are common before them. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    "data",
    "fmt ",
    "fact",
    "LIST",
    "bext",
    "id3 ",
    "JUNK",
    "PAD ",
    "cue ",
    "smpl",
    "iXML",
    "axml",
  ].concat(["SSND", "COMM", "MARK", "INST", "NAME", "AUTH", "ANNO", "APPL", "ID3 "]),
);
const NAME = /^[A-Za-z][\w ]{3}$/;

/**
 * Bytes between a chunk of an odd size and the next one: 1, but for writers that leave the padding
 * out.
 * @param at byte behind the chunk's content
 */
async function paddingAt(read: ReadBytes, at: number): Promise<0 | 1> {
  const next = await read(at, at + 5);
  const [unpadded, padded] = [textAt(next, 0), textAt(next, 1)];
  if (KNOWN.has(padded)) return 1;
  return KNOWN.has(unpadded) || (NAME.test(unpadded) && !NAME.test(padded)) ? 0 : 1;
}

/**
 * Whether a whole chunk begins at a place: samples hardly ever look like one.
 * @param file its length in bytes, and whether its numbers are little-endian
 */
export async function isChunk(
  read: ReadBytes,
  at: number,
  { length, isLittle = false }: { readonly length: number; readonly isLittle?: boolean },
): Promise<boolean> {
  const head = await read(at, at + 8);
  if (head.length < 8 || !/^[\w ]{4}$/.test(textAt(head, 0))) return false;
  return at + 8 + viewOf(head).getUint32(4, isLittle) <= length;
}
