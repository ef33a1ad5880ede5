import { type ReadBytes, textAt, viewOf } from "../bytes/read-bytes.ts";

/** A chunk of a RIFF or IFF file, such as WAV and AIFF. */
export interface Chunk {
  /** Four characters. */
  readonly name: string;
  /** Position of its content. */
  readonly at: number;
  /** Declared size of its content. */
  readonly size: number;
}

/** Maximum number of chunks in a valid file. */
const MAX_CHUNKS = 2000;

/** Sizes from this one on mean that the size is unknown (written to a pipe) or stored elsewhere. */
export const UNKNOWN_SIZE = 0x7fff_0000;

/** Chunks required for sound. */
const SOUND_CHUNKS: ReadonlySet<string> = new Set(["fmt ", "data", "COMM", "SSND"]);
/** Bytes after a chunk with a wrong size that are searched for the next one. */
const SEARCH_BYTES = 1024 * 1024;

/**
 * The chunks of a file. If a chunk would extend beyond the end of the file, its size is wrong or
 * stored elsewhere (`ds64`): the next sound chunk is then searched for within it, once.
 * @param isLittle whether sizes are little-endian
 */
export async function* chunksOf(
  read: ReadBytes,
  isLittle: boolean,
): AsyncGenerator<Chunk, void, undefined> {
  let at = 12;
  let isSearched = false;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const head = await read(at, at + 8);
    if (head.length < 8) return;
    const size = viewOf(head).getUint32(4, isLittle);
    const start = at + 8;
    yield { name: textAt(head, 0), at: start, size };
    at = start + size;
    if (!isSearched && size > 0 && (await read(at - 1, at)).length === 0) {
      isSearched = true;
      const bytes = await read(start, start + SEARCH_BYTES);
      const found = bytes.findIndex((_, index) => SOUND_CHUNKS.has(textAt(bytes, index)));
      if (found < 0) return;
      at = start + found;
    } else if (size % 2 === 1) at += await paddingAt(read, at);
  }
}

/** Chunks that are read here, and common ones before them. */
const KNOWN_CHUNKS: ReadonlySet<string> = new Set(
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
 * Padding after a chunk of odd size: 1, except for files of writers that omit it.
 * @param at position after the chunk's content
 */
async function paddingAt(read: ReadBytes, at: number): Promise<0 | 1> {
  const next = await read(at, at + 5);
  const [unpadded, padded] = [textAt(next, 0), textAt(next, 1)];
  if (KNOWN_CHUNKS.has(padded)) return 1;
  return KNOWN_CHUNKS.has(unpadded) || (NAME.test(unpadded) && !NAME.test(padded)) ? 0 : 1;
}

/**
 * Whether a valid chunk starts at a position; samples hardly ever look like one.
 * @param file its length in bytes and byte order
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
