import type { ReadBytes } from "../bytes/read-bytes.ts";
import { textAt, viewOf } from "../bytes/read-bytes.ts";

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

/** A file's chunks one after the other, until it ends. @param isLittle smallest byte of sizes first */
export async function* chunksOf(
  read: ReadBytes,
  isLittle: boolean,
): AsyncGenerator<Chunk, void, undefined> {
  let at = 12;
  for (let count = 0; count < MOST; count++) {
    const head = await read(at, at + 8);
    if (head.length < 8) return;
    const size = viewOf(head).getUint32(4, isLittle);
    yield { name: textAt(head, 0), at: at + 8, size };
    at += 8 + size + (size % 2);
  }
}
