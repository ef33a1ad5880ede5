import { describe, expect, it } from "vitest";
import { joinBytes, u32 } from "../bytes/byte-parts.ts";
import { boxOf } from "./mp4-boxes.ts";
import { readEditEnd, readMp4Times } from "./mp4-edits.ts";

const big = (...values: readonly number[]): Uint8Array =>
  joinBytes(values.map((value) => u32(value, false)));
const text = (letters: string): Uint8Array => new Uint8Array(Buffer.from(letters));

interface Edits {
  readonly version?: 0 | 1;
  /** Of each edit, in ticks of the clock. */
  readonly durations: readonly number[];
  readonly scale?: number;
}

function trackOf(handler: string, { version = 0, durations }: Edits): Uint8Array {
  const entries = durations.map((duration) =>
    version === 1 ? big(0, duration, 0, 1024, 0x1_0000) : big(duration, 1024, 0x1_0000),
  );
  const list = boxOf("elst", big(version << 24, durations.length), ...entries);
  const media = boxOf("mdia", boxOf("hdlr", big(0, 0), text(handler)));
  return boxOf("trak", media, boxOf("edts", list));
}

function fileOf(edits: Edits, after: readonly Uint8Array[] = []): Uint8Array {
  const { version = 0, scale = 1000 } = edits;
  const times = version === 1 ? big(0, 0, 0, 0) : big(0, 0);
  const head = boxOf("mvhd", big(version << 24), times, big(scale, 0, 0, 0, 0));
  const picture = trackOf("vide", { durations: [77] });
  const moov = boxOf("moov", head, picture, trackOf("soun", edits));
  return joinBytes([boxOf("ftyp", text("isom")), moov, ...after]);
}

const read = (bytes: Uint8Array) =>
  readEditEnd(async (from, to) => bytes.slice(from, to), bytes.length);
const timesOf = (bytes: Uint8Array) =>
  readMp4Times(async (from, to) => bytes.slice(from, to), bytes.length);

describe("the edit list of an MP4 file's sound", () => {
  it.each(
    ([0, 1] as const).flatMap((version) =>
      [600, 1000, 48_000].flatMap((scale) =>
        [[2500], [500, 2000], [1, 2, 3]].map((durations) => ({ version, scale, durations })),
      ),
    ),
  )("TLS-18 states its end: version $version, $scale Hz, $durations", async (edits) => {
    const total = edits.durations.reduce((sum, one) => sum + one, 0);
    expect(await read(fileOf(edits))).toBeCloseTo(total / edits.scale, 9);
  });

  it("TLS-18 states none where the last edit goes to the end, or there are none", async () => {
    expect(await read(fileOf({ durations: [500, 0] }))).toBe(null);
    expect(await read(fileOf({ durations: [] }))).toBe(null);
    expect(await read(new Uint8Array(100))).toBe(null);
  });

  it("TLS-18 is distinguished from fragments", async () => {
    const edits = { durations: [2500] };
    expect(await timesOf(fileOf(edits))).toEqual({ isFragmented: false, editEnd: 2.5 });
    const fragment = boxOf("moof", boxOf("mfhd", big(0, 1)));
    expect(await timesOf(fileOf(edits, [fragment]))).toMatchObject({ isFragmented: true });
    expect(await timesOf(text("RIFF....WAVEfmt "))).toEqual({ isFragmented: false, editEnd: null });
  });
});
