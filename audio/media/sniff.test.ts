import { expect, it } from "vitest";
import { oddCodec } from "./sniff.ts";

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
