import { describe, expect, it } from "vitest";
import { join } from "#tests/bad-files/bytes.ts";
import type { MediaBytes } from "./host.ts";
import { matroskaParts } from "./matroska-parts.ts";
import { findMatroskaLinks } from "./containers/matroska-links.ts";

const element = (id: readonly number[], content: Uint8Array) =>
  join(Uint8Array.of(...id, 0x40 | (content.length >> 8), content.length & 255), content);
const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const EBML = [0x1a, 0x45, 0xdf, 0xa3];
const SEGMENT = [0x18, 0x53, 0x80, 0x67];
const header = (type: string) => element(EBML, element([0x42, 0x82], ascii(type)));
const cluster = (size: number) =>
  element([0x1f, 0x43, 0xb6, 0x75], element([0xa3], new Uint8Array(size).fill(0x1a)));
const file = (type: string, ...sizes: readonly number[]) =>
  join(header(type), element(SEGMENT, join(...sizes.map(cluster))));
const stream = (type: string, ...sizes: readonly number[]) =>
  join(
    header(type),
    Uint8Array.of(...SEGMENT, 0x01, 255, 255, 255, 255, 255, 255, 255),
    ...sizes.map(cluster),
  );

const bytesOf = (bytes: Uint8Array): MediaBytes =>
  ({
    size: bytes.length,
    read: async (from: number, to: number) => bytes.slice(from, to),
    source: () => null,
    close: () => {},
  }) as unknown as MediaBytes;
const linksIn = (bytes: Uint8Array) => findMatroskaLinks(bytesOf(bytes).read, bytes.length);

describe("joined Matroska files", () => {
  const first = file("matroska", 50, 60);
  const second = stream("webm", 70, 800, 90);
  const third = file("webm", 40);

  it.each<[string, readonly Uint8Array[]]>([
    ["one file", [first]],
    ["one stream", [second]],
    ["two files", [first, third]],
    ["a file and a stream", [first, second]],
    ["a stream and a file", [second, third]],
    ["streams", [second, second, second]],
    ["files and streams", [first, second, third, second]],
  ])("TLS-18 %s: each is found where it begins", async (_, parts) => {
    const starts = parts.map((_part, at) => join(...parts.slice(0, at)).length);
    expect(await linksIn(join(...parts))).toEqual(starts.slice(1));
  });

  it("TLS-18 a stream that is longer than a read is searched across its end", async () => {
    const megabyte = 1024 * 1024;
    for (const shift of [-70, -64, -30, -3, -1, 0, 1]) {
      const long = join(stream("webm"), new Uint8Array(megabyte + shift).fill(0x1a));
      expect(await linksIn(join(long, third))).toEqual([long.length]);
    }
  });

  it("TLS-18 what follows a file and is none is no link", async () => {
    const rest = new Uint8Array(90);
    for (const start of [[], EBML, header("other"), ascii("TAG")])
      expect(await linksIn(join(first, Uint8Array.from(start), rest, third))).toEqual([]);
  });

  it("TLS-4 TLS-18 the last one may be truncated", async () => {
    const read = async (bytes: Uint8Array) => {
      const { files, isCut } = await matroskaParts(bytesOf(bytes));
      return [isCut, ...(await Promise.all(files.map((one) => one.read(0, one.size))))];
    };
    const short = file("matroska", 50);
    expect(await read(join(first, third))).toEqual([false, first, third]);
    const [isCut, own, last, ...others] = await read(join(short, first.slice(0, -20)));
    expect([isCut, own, others]).toEqual([true, short, []]);
    expect((last as Uint8Array).length).toBeLessThan(first.length - 20);
    expect((last as Uint8Array).subarray(0, 60)).toEqual(first.subarray(0, 60));
  });
});
