import { describe, expect, it } from "vitest";
import { joinBytes } from "../bytes/byte-parts.ts";
import { viewOf } from "../bytes/read-bytes.ts";
import { findOggLinks } from "../containers/ogg-links.ts";
import { createSilenceMaker } from "./ogg-silence.ts";
import { FIRST, granuleOf, LAST, OGG_HEADER, packetsOf, sealPage } from "../containers/ogg-page.ts";

const SERIAL = 77;

/** A page of whole packets. */
function page(
  packets: readonly Uint8Array[],
  {
    sequence,
    granule,
    flags = 0,
  }: Readonly<Record<"sequence" | "granule", number>> & { flags?: number },
): Uint8Array {
  const head = new Uint8Array(OGG_HEADER);
  head.set([0x4f, 0x67, 0x67, 0x53, 0, flags]);
  viewOf(head).setBigInt64(6, BigInt(granule), true);
  viewOf(head).setUint32(14, SERIAL, true);
  viewOf(head).setUint32(18, sequence, true);
  head[26] = packets.length;
  const whole = joinBytes([head, Uint8Array.from(packets, ({ length }) => length), ...packets]);
  sealPage(whole);
  return whole;
}

/** Headers of an Opus stream. @param streams per packet, two channels each */
function headers(streams: number): Uint8Array[] {
  const head = new Uint8Array(streams > 1 ? 21 + 2 * streams : 19);
  head.set(Buffer.from("OpusHead"));
  head.set([1, 2 * streams], 8);
  if (streams > 1) head.set([1, streams, streams], 18);
  return [
    page([head], { sequence: 0, granule: 0, flags: FIRST }),
    page([Buffer.from("OpusTags\0\0\0\0\0\0\0\0")], { sequence: 1, granule: 0 }),
  ];
}

/** Samples at 48 kHz of an Opus frame of each configuration (RFC 6716, 3.1). */
const TICKS = Array.from({ length: 32 }, (_, at) => {
  if (at < 12) return [480, 960, 1920, 2880][at % 4]!;
  return at < 16 ? [480, 960][at % 2]! : [120, 240, 480, 960][at % 4]!;
});

interface Stream {
  readonly configuration: number;
  readonly streams: number;
  readonly frames: 1 | 2;
  readonly lost: number;
}

/** Ten pages of three packets, with some missing in the middle. */
function stream({ configuration, streams, frames, lost }: Stream) {
  const ticks = 3 * frames * TICKS[configuration]!;
  const packet = Uint8Array.of((configuration << 3) | (frames - 1), 1, 2, 3);
  const pages = Array.from({ length: 10 }, (_, at) =>
    page([packet, packet, packet], {
      sequence: 2 + at,
      granule: (at + 1) * ticks,
      flags: at === 9 ? LAST : 0,
    }),
  );
  return { all: [...headers(streams), ...pages.slice(0, 4), ...pages.slice(4 + lost)], ticks };
}

async function find(parts: readonly Uint8Array[]) {
  const bytes = joinBytes(parts);
  const found = await findOggLinks(
    async (from, to) => bytes.slice(from, to),
    bytes.length,
    createSilenceMaker,
  );
  const linkParts = found.links[0]!.map((part) =>
    "from" in part ? bytes.slice(part.from, part.to) : part,
  );
  return { ...found, packets: [...packetsOf(joinBytes(linkParts), SERIAL)].slice(2) };
}

const STREAMS: readonly Stream[] = TICKS.flatMap((_, configuration) =>
  ([1, 2] as const).flatMap((frames) =>
    [1, 3].map((streams) => ({ configuration, frames, streams, lost: 1 + (configuration % 4) })),
  ),
);

describe("pages that are missing in Ogg", () => {
  it.each(STREAMS)(
    "TLS-18 become silence as long as they were: $lost pages, configuration $configuration, $frames frames, $streams streams",
    async (made) => {
      const { all, ticks } = stream(made);
      const { packets, hasHoles, isCut } = await find(all);
      expect({ hasHoles, isCut }).toEqual({ hasHoles: true, isCut: false });
      const toc = made.configuration << 3;
      const others = Array.from({ length: made.streams - 1 }, () => [toc, 0]).flat();
      const silent = packets.filter((packet) => packet.length !== 4 || packet[1] !== 1);
      expect(silent.length * TICKS[made.configuration]!).toBe(made.lost * ticks);
      for (const packet of silent) expect([...packet]).toEqual([...others, toc]);
    },
  );

  it("TLS-18 become none where numbers are left out, but no sound is missing", async () => {
    const { all } = stream({ configuration: 3, streams: 1, frames: 1, lost: 0 });
    const numbered = all.map((bytes, at) => {
      const own = bytes.slice();
      viewOf(own).setUint32(18, 3 * at, true);
      sealPage(own);
      return own;
    });
    const { packets, hasHoles } = await find(numbered);
    expect([packets.length, hasHoles]).toEqual([30, false]);
  });

  it("TLS-18 become none at the beginning: a recording of a running stream begins anywhere", async () => {
    const { all } = stream({ configuration: 3, streams: 1, frames: 1, lost: 0 });
    const { packets, hasHoles } = await find([...all.slice(0, 2), ...all.slice(6)]);
    expect([packets.length, hasHoles]).toEqual([18, false]);
  });

  it("TLS-18 have positions between those around them, by which players seek", async () => {
    const { all, ticks } = stream({ configuration: 16, streams: 1, frames: 2, lost: 4 });
    const bytes = joinBytes(all);
    const { links } = await findOggLinks(
      async (from, to) => bytes.slice(from, to),
      bytes.length,
      createSilenceMaker,
    );
    const patches = links[0]!.filter((part) => part instanceof Uint8Array);
    expect(patches.map(granuleOf)).toContain(8 * ticks);
  });
});
