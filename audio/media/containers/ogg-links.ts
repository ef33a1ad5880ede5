import type { FilePart } from "../bytes/byte-parts.ts";
import { type ReadBytes, textAt } from "../bytes/read-bytes.ts";
import {
  FIRST,
  granuleOf,
  isPageAt,
  isSealed,
  MAX_PAGE,
  LAST,
  OGG_HEADER,
  pageLength,
  sequenceOf,
  serialOf,
  wholePackets,
} from "./ogg-page.ts";

/** Whether a file is an Ogg file, by its first bytes. */
export const isOgg = (head: Uint8Array): boolean => textAt(head, 0) === "OggS";

/** Structure of an Ogg file. */
export interface OggLinks {
  /** Chained streams (RFC 3533, 4), each as its complete pages. */
  readonly links: readonly (readonly FilePart[])[];
  /** Whether the file is truncated. */
  readonly isCut: boolean;
  /** Whether pages are missing in between. */
  readonly hasHoles: boolean;
}

/** Bytes per read. */
const CHUNK = 4 * 1024 * 1024;

/**
 * Bytes of false page starts that are checked at once. More are checked only as the reader advances,
 * so that a file of nothing but false starts takes time in proportion to its length.
 */
const UNSEALED = 4 * MAX_PAGE;

/** Creates silence for missing pages of a stream. */
export interface SilenceMaker {
  /**
   * Silent pages in place of missing ones. Demuxers add up packet durations, so otherwise
   * everything after the gap would be early.
   * @param before last page before the gap, and the granule position of its end
   * @param page the next page, without packets that started before it
   * @returns null if nothing is missing
   */
  between(
    before: { readonly page: Uint8Array; readonly end: number },
    page: Uint8Array,
  ): Uint8Array<ArrayBuffer> | null;
}

/** Maximum bytes of a stream's headers, which may contain pictures. */
const HEADERS = 1024 * 1024;

interface Page {
  readonly from: number;
  readonly to: number;
  readonly flags: number;
  readonly serial: number;
  readonly sequence: number;
  /** Granule position at the end of its last complete packet; −1 if there is none. */
  readonly granule: number;
}

/**
 * Walks through the pages. Other data is skipped, incomplete packets are dropped, and missing pages
 * are replaced by silence.
 * @param length of the file in bytes
 * @param createSilence receives pages from a stream's first one on; returns null for unsupported
 *   codecs
 */
export async function findOggLinks(
  read: ReadBytes,
  length: number,
  createSilence: (headers: Uint8Array, serial: number) => SilenceMaker | null,
): Promise<OggLinks> {
  const links: FilePart[][] = [];
  let hasHoles = false;
  let last: Page | null = null;
  /** Whether all pages of this link so far are first pages of their streams. */
  let isHead = false;
  /** Last page of each stream of this link, with the last known granule position. */
  const streams = new Map<number, Page>();
  const makers = new Map<number, SilenceMaker | null>();
  const readPage = ({ from, to }: Page): Promise<Uint8Array> => read(from, to);
  /** Drops the incomplete packet at the end of the last page before a gap. */
  async function closePage(parts: FilePart[], page: Page): Promise<void> {
    const old = parts.pop()!;
    const isPatch = old instanceof Uint8Array;
    if (!isPatch && page.from > old.from) parts.push({ from: old.from, to: page.from });
    const ending = isPatch ? old : await readPage(page);
    const end = wholePackets(ending, { before: false, behind: true });
    if (end) parts.push(end);
  }
  /** Silence for pages missing before this one; null if there are none. */
  async function silenceBefore(
    page: Page,
    whole: Uint8Array,
    link: FilePart,
  ): Promise<FilePart | null> {
    const before = streams.get(page.serial);
    // Nothing is missing before the first sound of a stream: recordings start at any position.
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
        // A dropped packet may extend over several pages.
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

/** Complete pages with their positions. */
async function* pagesOf(read: ReadBytes, length: number): AsyncGenerator<Page, void, undefined> {
  const room = new Uint8Array(CHUNK + MAX_PAGE);
  /** Whether the next page was found by searching, and may be a false positive. */
  let isResynchronizing = false;
  /** Bytes of false page starts that may still be checked. */
  let credit = UNSEALED;
  for (let position = 0; position < length;) {
    const bytes = await read(position, Math.min(length, position + room.length), room);
    // The file may have become shorter.
    const isEnd = position + bytes.length >= length || bytes.length < room.length;
    const stop = isEnd ? bytes.length : bytes.length - MAX_PAGE;
    let at = 0;
    while (at < stop) {
      const size = isPageAt(bytes, at) ? pageLength(bytes, at) : null;
      const end = size === null ? Infinity : at + size;
      const isFollowed = end <= bytes.length && (end === bytes.length || isPageAt(bytes, end));
      const isPage =
        end <= bytes.length &&
        ((isFollowed && !isResynchronizing) || (credit > 0 && isSealed(bytes.subarray(at, end))));
      if (!isPage && credit > 0 && end <= bytes.length) credit -= end - at;
      const start = at;
      if (isPage) {
        const page = bytes.subarray(at, end);
        yield {
          from: position + at,
          to: position + end,
          flags: page[5]!,
          serial: serialOf(page),
          sequence: sequenceOf(page),
          granule: granuleOf(page),
        };
        at = end;
        isResynchronizing = false;
      } else {
        at = nextPage(bytes, at + 1, stop);
        isResynchronizing = true;
      }
      credit = Math.min(UNSEALED, credit + at - start);
    }
    if (isEnd) return;
    position += at;
  }
}

/** Next possible page start; `stop` if there is none. */
function nextPage(bytes: Uint8Array, from: number, stop: number): number {
  for (let at = from; ; at++) {
    at = bytes.indexOf(0x4f, at);
    if (at < 0 || at >= stop) return stop;
    if (isPageAt(bytes, at) && at + OGG_HEADER <= bytes.length) return at;
  }
}
