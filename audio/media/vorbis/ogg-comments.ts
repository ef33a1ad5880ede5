import { joinBytes, u32 } from "../bytes/byte-parts.ts";
import type { Write } from "../bytes/write-bytes.ts";
import { CONTINUED, OGG_HEADER, pageLength, sealPage } from "../containers/ogg-page.ts";
import { type Tags, commentPacket, vendorOf } from "../tags/vorbis-tags.ts";

/** Pages of a stream's header packets. */
function pagesOf(packets: readonly Uint8Array[], serial: Uint8Array): Uint8Array[] {
  const lacing = packets.flatMap(({ length }) => {
    const full = Array.from({ length: Math.floor(length / 255) }, () => 255);
    return [...full, length % 255];
  });
  const content = joinBytes(packets);
  const pages: Uint8Array[] = [];
  let at = 0;
  let isContinued = false;
  for (let first = 0; first < lacing.length; first += 255) {
    const own = lacing.slice(first, first + 255);
    const size = own.reduce((sum, length) => sum + length, 0);
    // A page in which no packet ends has the granule position −1.
    const granule = new Uint8Array(8).fill(own.some((length) => length < 255) ? 0 : 255);
    pages.push(
      joinBytes([
        Uint8Array.of(0x4f, 0x67, 0x67, 0x53),
        Uint8Array.of(0, isContinued ? CONTINUED : 0),
        granule,
        serial,
        new Uint8Array(8),
        Uint8Array.of(own.length, ...own),
        content.subarray(at, at + size),
      ]),
    );
    at += size;
    isContinued = own.at(-1) === 255;
  }
  return pages;
}

/**
 * Replaces the tags of an Ogg Vorbis stream on the fly: the comment packet changes, and the
 * following pages are renumbered. Returns the bytes that are ready.
 * @param comments further comments by name
 */
export function createOggTagger(tags: Tags, comments: Readonly<Record<string, string>> = {}) {
  let rest = new Uint8Array(0);
  let number = 0;
  /** Pages of the second and third packet, until both are complete. */
  let headers: Uint8Array[] | null = [];
  const send = (page: Uint8Array): Uint8Array => {
    const own = page.slice();
    own.set(u32(number++), 18);
    sealPage(own);
    return own;
  };
  const take = (page: Uint8Array): Uint8Array[] => {
    if (number === 0 || headers === null) return [send(page)];
    headers.push(page);
    const packets = packetsOf(headers);
    if (packets.length < 2) return [];
    const [comment, ...others] = packets as [Uint8Array, ...Uint8Array[]];
    headers = null;
    return pagesOf(
      [commentPacket(vendorOf(comment), tags, comments), ...others],
      page.subarray(14, 18),
    ).map(send);
  };
  return {
    push(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
      rest = joinBytes([rest, bytes]);
      const out: Uint8Array[] = [];
      let at = 0;
      for (;;) {
        const length = pageLength(rest, at);
        if (length === null || at + length > rest.length) break;
        out.push(...take(rest.subarray(at, at + length)));
        at += length;
      }
      rest = rest.slice(at);
      return joinBytes(out);
    },
  };
}

/**
 * Adds tags to an Ogg Vorbis file while it is written. Mediabunny omits the framing bit after its
 * own comments (Vorbis I, 5.2.1), so that readers lose the last one.
 * @param write receives contiguous bytes
 */
export function withOggTags(write: Write, ...tags: Parameters<typeof createOggTagger>): Write {
  const tagger = createOggTagger(...tags);
  let [taken, written] = [0, 0];
  return async (position, bytes) => {
    if (position !== taken) throw new Error("An Ogg file is written from its beginning on");
    taken += bytes.length;
    const ready = tagger.push(bytes);
    const at = written;
    written += ready.length;
    if (ready.length > 0) await write(at, ready);
  };
}

/** Packets that end within pages. */
function packetsOf(pages: readonly Uint8Array[]): Uint8Array[] {
  const packets: Uint8Array[] = [];
  let parts: Uint8Array[] = [];
  for (const page of pages) {
    const segments = page[26]!;
    let at = OGG_HEADER + segments;
    for (const length of page.subarray(OGG_HEADER, OGG_HEADER + segments)) {
      parts.push(page.subarray(at, at + length));
      at += length;
      if (length === 255) continue;
      packets.push(joinBytes(parts));
      parts = [];
    }
  }
  return packets;
}
