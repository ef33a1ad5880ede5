import type { Piece } from "../bytes/byte-parts.ts";
import { type ReadBytes, textAt } from "../bytes/read-bytes.ts";
import {
  FIRST,
  isPageAt,
  isSealed,
  LARGEST_PAGE,
  LAST,
  OGG_HEADER,
  pageLength,
  wholePackets,
} from "./ogg-page.ts";

/** Whether the first bytes are those of an Ogg file. */
export const isOgg = (head: Uint8Array): boolean => textAt(head, 0) === "OggS";

/** What an Ogg file is made of. */
export interface OggLinks {
  /** Files that were written behind each other (RFC 3533, 4: chaining), each by its whole pages. */
  readonly links: readonly (readonly Piece[])[];
  /** Whether there was to be more behind its end. */
  readonly isCut: boolean;
  /** Whether pages are missing between others. */
  readonly hasHoles: boolean;
}

/** Bytes that are read at once. */
const CHUNK = 4 * 1024 * 1024;

interface Page {
  readonly from: number;
  readonly to: number;
  readonly flags: number;
}

/**
 * Walks from page to page. What is no page is passed over, and packets of which a part is missing
 * are left out. @param length of the file, in bytes
 */
export async function findOggLinks(read: ReadBytes, length: number): Promise<OggLinks> {
  const links: Piece[][] = [];
  let hasHoles = false;
  let last: Page | null = null;
  /** Whether the pages so far of this link are the first of their streams. */
  let isHead = false;
  const readPage = ({ from, to }: Page): Promise<Uint8Array> => read(from, to);
  /** The last page of a link before a hole, and the first behind it, have only packets that are whole. */
  async function bridge(pieces: Piece[], before: Page, page: Page): Promise<Piece | null> {
    hasHoles = true;
    const old = pieces.pop()!;
    const isPatch = old instanceof Uint8Array;
    if (!isPatch && before.from > old.from) pieces.push({ from: old.from, to: before.from });
    const ending = isPatch ? old : await readPage(before);
    const end = wholePackets(ending, { before: false, behind: true });
    if (end) pieces.push(end);
    return wholePackets(await readPage(page), { before: true, behind: false });
  }
  for await (const page of pagesOf(read, length)) {
    const isFirst = (page.flags & FIRST) !== 0;
    const current = links.at(-1);
    if (!current || (isFirst && !isHead)) links.push([{ from: page.from, to: page.to }]);
    else if (last && page.from > last.to) {
      const piece = await bridge(current, last, page);
      // What is left out of a packet may reach over several pages.
      if (!piece) continue;
      current.push(piece);
    } else {
      const old = current.at(-1);
      if (old && !(old instanceof Uint8Array) && old.to === page.from)
        current[current.length - 1] = { from: old.from, to: page.to };
      else current.push({ from: page.from, to: page.to });
    }
    isHead = isFirst;
    last = page;
  }
  if (!last) return { links, isCut: true, hasHoles };
  const isTorn = textAt(await read(last.to, last.to + 4), 0) === "OggS";
  return { links, isCut: isTorn || (last.flags & LAST) === 0, hasHoles };
}

/** Whole pages, with their places. */
async function* pagesOf(read: ReadBytes, length: number): AsyncGenerator<Page, void, undefined> {
  const room = new Uint8Array(CHUNK + LARGEST_PAGE);
  /** Whether what comes next was looked for, and may only look like a page. */
  let isSought = false;
  for (let place = 0; place < length;) {
    const bytes = await read(place, Math.min(length, place + room.length), room);
    // A file that has become shorter ends where no more comes.
    const isEnd = place + bytes.length >= length || bytes.length < room.length;
    const stop = isEnd ? bytes.length : bytes.length - LARGEST_PAGE;
    let at = 0;
    while (at < stop) {
      const size = isPageAt(bytes, at) ? pageLength(bytes, at) : null;
      const end = size === null ? Infinity : at + size;
      const isFollowed = end <= bytes.length && (end === bytes.length || isPageAt(bytes, end));
      const isPage =
        end <= bytes.length && ((isFollowed && !isSought) || isSealed(bytes.subarray(at, end)));
      if (isPage) {
        yield { from: place + at, to: place + end, flags: bytes[at + 5]! };
        at = end;
        isSought = false;
      } else {
        at = nextPage(bytes, at + 1, stop);
        isSought = true;
      }
    }
    if (isEnd) return;
    place += at;
  }
}

/** Where the next page may begin; `stop` where none does before. */
function nextPage(bytes: Uint8Array, from: number, stop: number): number {
  for (let at = from; ; at++) {
    at = bytes.indexOf(0x4f, at);
    if (at < 0 || at >= stop) return stop;
    if (isPageAt(bytes, at) && at + OGG_HEADER <= bytes.length) return at;
  }
}
