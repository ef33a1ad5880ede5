import { expect, it } from "vitest";
import { isProtected, oddCodec, SNIFFED } from "./sniff.ts";

/** The first page of an Ogg file whose first packet begins so. */
const ogg = (packet: string): Uint8Array =>
  new TextEncoder().encode(`OggS${"\0".repeat(22)}\u0001\u0050${packet}${"\0".repeat(60)}`);

it.each([
  ["\u007fFLAC\u0001", "FLAC"],
  ["Speex   1.2", "Speex"],
  ["OpusHead", null],
  ["\u0001vorbis", null],
])("TLS-4 an Ogg file that begins with %j has the codec %s", (packet, codec) => {
  expect(oddCodec(ogg(packet))).toBe(codec);
});

/** A box of an MP4 file at its beginning, with others behind it. */
const mp4 = (brand: string, rest: string, at = 0): Uint8Array =>
  new TextEncoder().encode(`\0\0\0\u0018ftyp${brand}${"\0".repeat(at)}${rest}`);

it.each([
  ["M4P ", "moov", 0, true],
  ["M4A ", "stsdenca", 60_000, true],
  ["M4A ", "stsdmp4a", 60_000, false],
  // What lies behind the beginning is not looked at.
  ["M4A ", "stsdenca", SNIFFED, false],
])("TLS-4 an MP4 file of brand %j with %j at %i is protected: %s", (brand, rest, at, expected) => {
  expect(isProtected(mp4(brand, rest, at))).toBe(expected);
});

it("TLS-4 only MP4 files are looked at for protection", () => {
  expect(isProtected(new TextEncoder().encode("ID3 with the word drms"))).toBe(false);
});
