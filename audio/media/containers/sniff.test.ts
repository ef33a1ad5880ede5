import { expect, it } from "vitest";
import { isProtected, unsupportedCodec, SNIFF_BYTES } from "./sniff.ts";

/** The first page of an Ogg file whose first packet starts with this text. */
const ogg = (packet: string): Uint8Array =>
  new TextEncoder().encode(`OggS${"\0".repeat(22)}\u0001\u0050${packet}${"\0".repeat(60)}`);

it.each([
  ["\u007fFLAC\u0001", null],
  ["Speex   1.2", "Speex"],
  ["OpusHead", null],
  ["\u0001vorbis", null],
])("TLS-4 an Ogg file that begins with %j has the codec %s", (packet, codec) => {
  expect(unsupportedCodec(ogg(packet))).toBe(codec);
});

/** An MP4 box at the beginning of a file, followed by other data. */
const mp4 = (brand: string, rest: string, at = 0): Uint8Array =>
  new TextEncoder().encode(`\0\0\0\u0018ftyp${brand}${"\0".repeat(at)}${rest}`);

it.each([
  ["M4P ", "moov", 0, true],
  ["M4A ", "stsdenca", 60_000, true],
  ["M4A ", "stsdmp4a", 60_000, false],
  // Only the beginning is examined.
  ["M4A ", "stsdenca", SNIFF_BYTES, false],
])("TLS-4 an MP4 file of brand %j with %j at %i is protected: %s", (brand, rest, at, expected) => {
  expect(isProtected(mp4(brand, rest, at))).toBe(expected);
});

it("TLS-4 only MP4 files are looked at for protection", () => {
  expect(isProtected(new TextEncoder().encode("ID3 with the word drms"))).toBe(false);
});
