import type { Piece } from "../bytes/byte-parts.ts";
import { type ReadBytes, textAt } from "../bytes/read-bytes.ts";
import {
  FIRST,
  granuleOf,
  isPageAt,
  isSealed,
  LARGEST_PAGE,
  LAST,
  OGG_HEADER,
  pageLength,
  sequenceOf,
  serialOf,
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

/** Makes silence for pages of one stream that are missing. */
export interface SilenceMaker {
  /**
   * Pages of silence for those that are missing before one. Demuxers add up the packets' durations, so that
   * without them all that follows would be early.
   * @param before last page before the missing ones, and the granule position at which it ends
   * @param page that follows, without packets that began before it
   * @returns null where nothing is missing
   */
  between(
    before: { readonly page: Uint8Array; readonly end: number },
    page: Uint8Array,
  ): Uint8Array<ArrayBuffer> | null;
}

/** Bytes in which the headers of a stream are: they may have pictures. */
const HEADERS = 1024 * 1024;

interface Page {
  readonly from: number;
  readonly to: number;
  readonly flags: number;
  readonly serial: number;
  readonly sequence: number;
  /** Position at which its last whole packet ends; −1 where none does. */
  readonly granule: number;
}

/**
 * Walks from page to page. What is no page is passed over, packets of which a part is missing are left
 * out, and silence stands for missing pages.
 * @param length of the file, in bytes
 * @param createSilence gets pages from a stream's first one on; null where it cannot make silence of its codec
 */
export async function findOggLinks(
  read: ReadBytes,
  length: number,
  createSilence: (headers: Uint8Array, serial: number) => SilenceMaker | null,
): Promise<OggLinks> {
  const links: Piece[][] = [];
  let hasHoles = false;
  let last: Page | null = null;
  /** Whether the pages so far of this link are the first of their streams. */
  let isHead = false;
  /** Last pages of the streams of this link, each with the last position that was stated. */
  const streams = new Map<number, Page>();
  const makers = new Map<number, SilenceMaker | null>();
  const readPage = ({ from, to }: Page): Promise<Uint8Array> => read(from, to);
  /** The last page before a hole has only packets that are whole. */
  async function closePage(pieces: Piece[], page: Page): Promise<void> {
    const old = pieces.pop()!;
    const isPatch = old instanceof Uint8Array;
    if (!isPatch && page.from > old.from) pieces.push({ from: old.from, to: page.from });
    const ending = isPatch ? old : await readPage(page);
    const end = wholePackets(ending, { before: false, behind: true });
    if (end) pieces.push(end);
  }
  /** Silence for pages that are missing before one; null where none are, as far as is known. */
  async function silenceBefore(page: Page, whole: Uint8Array, link: Piece): Promise<Piece | null> {
    const before = streams.get(page.serial);
    // What comes before the first sound of a stream is not missing: recordings begin anywhere.
    if (!before || before.granule <= 0 || page.sequence <= before.sequence + 1) return null;
    if (!makers.has(page.serial)) {
      const start = "from" in link ? link.from : 0;
      const headers = await read(start, start + HEADERS);
      makers.set(page.serial, createSilence(headers, page.serial));
    }
    const maker = makers.get(page.serial);
    if (!maker) return null;
    const previous = { page: await readPage(before), end: before.granule };
    return maker.between(previous, whole) ?? null;
  }
  for await (const page of pagesOf(read, length)) {
    const isFirst = (page.flags & FIRST) !== 0;
    const current = links.at(-1);
    if (!current || !last || (isFirst && !isHead)) {
      links.push([{ from: page.from, to: page.to }]);
      streams.clear();
      makers.clear();
    } else {
      const isTorn = page.from > last.to;
      const isLate = page.sequence > (streams.get(page.serial)?.sequence ?? Infinity) + 1;
      const whole =
        isTorn || isLate
          ? wholePackets(await readPage(page), { before: true, behind: false })
          : null;
      const silence = whole && (await silenceBefore(page, whole, current[0]!));
      const old = current.at(-1);
      if (isTorn || silence) {
        hasHoles = true;
        if (isTorn || last.serial === page.serial) await closePage(current, last);
        // What is left out of a packet may reach over several pages.
        if (!whole) continue;
        current.push(...(silence ? [silence] : []), whole);
      } else if (old && !(old instanceof Uint8Array) && old.to === page.from)
        current[current.length - 1] = { from: old.from, to: page.to };
      else current.push({ from: page.from, to: page.to });
    }
    isHead = isFirst;
    last = page;
    const granule = page.granule < 0 ? (streams.get(page.serial)?.granule ?? -1) : page.granule;
    streams.set(page.serial, { ...page, granule });
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
        const page = bytes.subarray(at, end);
        yield {
          from: place + at,
          to: place + end,
          flags: page[5]!,
          serial: serialOf(page),
          sequence: sequenceOf(page),
          granule: granuleOf(page),
        };
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
