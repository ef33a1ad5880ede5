import { describe, expect, it } from "vitest";
import { big, bytesOf, fileOf, little, textOf } from "#tests/growth/bytes.ts";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { decodeUtf8 } from "../encoding/utf8.ts";
import { createBits } from "./bytes/bits.ts";
import type { ReadBytes } from "./bytes/read-bytes.ts";
import { hasRateInKilohertz } from "./codecs/flac-frames.ts";
import { findMatroskaLinks } from "./containers/matroska-links.ts";
import { repairTruncatedMatroska } from "./containers/repair-matroska.ts";
import { readMatroskaPadding } from "./containers/matroska-padding.ts";
import { boxesIn, isFragmented, readMoov } from "./containers/mp4-boxes.ts";
import { readEditEnd, readMp4Times } from "./containers/mp4-edits.ts";
import { flacInOgg } from "./containers/ogg-flac.ts";
import { findOggLinks } from "./containers/ogg-links.ts";
import { packetsOf } from "./containers/ogg-page.ts";
import { chunksOf } from "./containers/riff-chunks.ts";
import {
  nonMediaKind,
  isProtected,
  unsupportedCodec,
  declaredWavSeconds,
} from "./containers/sniff.ts";
import { findFlacLinks } from "./flac-links.ts";
import { stripHeaders } from "./hls/adts-frames.ts";
import { fragmentTrackOf, moveFramesToStart } from "./hls/fragments.ts";
import { FrameTable } from "./hls/frame-table.ts";
import { extractAac } from "./hls/transport-stream.ts";
import { findMp3Gaps, id3End } from "./mp3/mp3-gaps.ts";
import { findMp3Links } from "./mp3/mp3-links.ts";
import { findPlainMp3 } from "./mp3/plain-mp3.ts";
import { openAiff } from "./pcm/aiff.ts";
import { openWav } from "./pcm/wav.ts";
import { aiffTagsAsWav } from "./tags/aiff-tags.ts";
import { chaptersInId3 } from "./tags/chapters/id3-chapters.ts";
import { chaptersInMoov } from "./tags/chapters/mp4-chapters.ts";
import { matroskaTitle } from "./tags/matroska-title.ts";
import { createSilenceMaker } from "./vorbis/ogg-silence.ts";
import { readVorbisHeaders, splitVorbisHeaders } from "./vorbis/vorbis-headers.ts";

type Case = [string, (text: string) => unknown, string[], string[], [string, string][]?];

const box = (name: string, content = "", size = content.length + 8): string =>
  textOf(big(size)) + name + content;
const chunk = (name: string, content: string, order = little): string =>
  name + textOf(order(content.length)) + content;
/** A Matroska element with a four-byte size. */
const element = (id: number[], content: string, size = content.length): string =>
  textOf(id, big(0x1000_0000 + size)) + content;
const id3Frame = (id: string, content: string): string =>
  id + textOf(big(content.length), [0, 0]) + content;

const FORMAT = textOf(little(1, 2), little(1, 2), little(8000), little(16_000), [2, 0, 16, 0]);
const WAV = `RIFF\0\0\0\0WAVE${chunk("fmt ", FORMAT)}${chunk("LIST", "ab")}${chunk("data", "abcd")}`;
const AIFF = `FORM\0\0\0\0AIFF${chunk("NAME", "ab", big)}${chunk("SSND", "abcdefghij", big)}`;
const EBML = element([0x1a, 0x45, 0xdf, 0xa3], "");
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75];
const SEGMENT = [0x18, 0x53, 0x80, 0x67];
const MATROSKA =
  EBML + element(SEGMENT, element(CLUSTER, element([0xa0], element([0xa1], "ab"))), 2 ** 20);
/** A page with one packet of one byte, without a checksum. */
const PAGE = `OggS\0\x02${"\0".repeat(20)}\x01\x01a`;
/** The first page of a FLAC stream. */
const FLAC_PAGE = `OggS\0\x02${"\0".repeat(20)}\x01\x0d\x7fFLAC\x01\0\0\x01fLaC`;
/** The first page of an Opus stream, and one with missing pages before it. */
const OPUS = `OggS\0\x02${"\0".repeat(20)}\x01\x13OpusHead\x01\x01${"\0".repeat(9)}`;
const GAP = `OggS\0\0\0\xff${"\0".repeat(10)}\0\xff${"\0".repeat(6)}\x01\x01a`;
/** A page that declares 255 segments. */
const LARGE_PAGE = `OggS\0\0${"\0".repeat(20)}\xff`;
/** The shortest frame of MPEG 2.5, and a tag with a large declared size. */
const VORBIS_HEAD = `\x01vorbis\0\0\0\0\x01${textOf(little(44_100))}${"\0".repeat(12)}\xb8\x01`;
const MP3_FRAME = textOf([0xff, 0xe3, 0x18, 0xc4], new Uint8Array(68));
const TAG = textOf([...Buffer.from("ID3"), 3, 0, 0]);
const LONG_TAG = `${TAG}\0\x7f\x7f\x7f`;
const EMPTY_TAG = `${TAG}\0\0\0\0`;
const CHAPTER = id3Frame("CHAP", `a\0${"\0".repeat(16)}${id3Frame("TIT2", "\0One")}`);
const ID3 = `${TAG}\0\0\x7f\x7f${CHAPTER}`;
const CHAPTERS = box("chpl", `\0\0\0\0\x01${"\0".repeat(8)}\x03One`);
const FLAC = `fLaC\0\0\0\x22\x10\0\x10\0${"\0".repeat(6)}\x0a\xc4\x42\xf0${"\0".repeat(20)}`;
/** A transport stream packet with the beginning of a PAT section. */
const PACKET = textOf(
  [0x47, 0x40, 0, 0x10, 0, 0, 0xb0, 13, 0, 1, 0, 0, 0, 0, 1, 0xe1, 0],
  new Uint8Array(171),
);
const ADTS = textOf([0xff, 0xf1, 0x50, 0x80, 1, 0x1f, 0xfc, 0]);

const bytes =
  (reader: (bytes: Uint8Array<ArrayBuffer>) => unknown) =>
  (text: string): unknown =>
    reader(bytesOf(text));
const file =
  (reader: (read: ReadBytes, size: number) => unknown) =>
  async (text: string): Promise<void> => {
    const content = bytesOf(text);
    await reader(fileOf(content).read, content.length);
  };
const all = async (chunks: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of chunks);
};

/** The start of an HLS initialization segment with this AAC descriptor. */
function firstPart(description: string): Uint8Array<ArrayBuffer> {
  const entry = `${"\0".repeat(28)}${box("esds", `\0\0\0\0${description}`)}`;
  const table = box("stbl", box("stsd", `\0\0\0\0\0\0\0\x01${box("mp4a", entry)}`));
  const media =
    box("mdhd", `${"\0".repeat(12)}${textOf(big(48_000))}\0\0\0\0`) +
    box("hdlr", `${"\0".repeat(8)}soun`) +
    box("minf", table);
  const track = box("tkhd", `${"\0".repeat(12)}\0\0\0\x01`) + box("mdia", media);
  const extended = box("mvex", box("trex", `\0\0\0\0\0\0\0\x01${"\0".repeat(16)}`));
  return bytesOf(box("moov", box("trak", track) + extended));
}
const CONFIG = "\x03\x05\0\x01\0\x04\x11\x40\x15\0\0\0\0\0\0\0\0\0\0\0\x05\x02\x11\x90";
const TRACK = fragmentTrackOf(firstPart(CONFIG))!;
const fragment = (runs: string): Uint8Array<ArrayBuffer> =>
  bytesOf(box("moof", box("traf", box("tfhd", "\0\0\0\0\0\0\0\x01") + runs)));
/** A run of frames without sizes. */
const run = (frames: number, offset = 52): string =>
  box("trun", `\0\0\0\x01${textOf(big(frames), big(offset))}`);

const EDITED = box(
  "trak",
  box("mdia", box("hdlr", "\0\0\0\0\0\0\0\0soun")) + box("edts", box("elst", "\0".repeat(40))),
);

describe("readers of sound files take linear time", { timeout: 240_000 }, () => {
  it.each<Case>([
    [
      "boxesIn",
      bytes((each) => [...boxesIn(each)]),
      [box("a000", "bc")],
      [box("a000"), box("a000", "", 0)],
    ],
    ["readMoov", file(readMoov), [box("free")], [box("free"), box("moov"), box("a", "b", 1)]],
    ["isFragmented", file(isFragmented), [box("ftyp")], [box("free"), box("moof", "", 0)]],
    [
      "readEditEnd",
      file(readEditEnd),
      [box("moov", EDITED)],
      [EDITED, box("elst", "", 99), box("trak")],
    ],
    ["readMp4Times", file(readMp4Times), [box("ftyp") + box("moov", EDITED)], [EDITED]],
    [
      "chaptersInMoov",
      bytes(chaptersInMoov),
      [box("moov", box("udta", CHAPTERS))],
      [box("udta"), box("chpl", "", 99)],
    ],
    [
      "fragmentTrackOf",
      bytes(fragmentTrackOf),
      [textOf(firstPart(CONFIG))],
      [box("moov"), box("trak", "", 999), box("mdia", "", 999)],
    ],
    [
      "the description of AAC",
      (text) => fragmentTrackOf(firstPart(text)),
      [CONFIG],
      ["\0", "\xff", "\xff\xff\xff\xff\x7a", "\x80"],
    ],
    [
      "takeFragments",
      (text) => moveFramesToStart(fragment(text), TRACK),
      [run(0)],
      [run(0), run(0x0fff_ffff), box("tfdt"), box("tfhd")],
    ],
    ["takeAac", bytes(extractAac), [PACKET], [PACKET, "\x47", "\x47\x5f\xff\x10"]],
    [
      "takeHeads",
      bytes((each) => stripHeaders(each, { objectType: 2, rate: 44_100, channels: 2 }, () => {})),
      [ADTS],
      [ADTS],
    ],
  ])("TLS-2 MP4 and HLS: %s", async (_, reader, samples, tokens) => {
    await expectLinearTime(reader, { samples, tokens });
  });

  it.each<Case>([
    [
      "readMatroskaPadding",
      file((read, size) => readMatroskaPadding(read, size, 1)),
      [MATROSKA],
      ["\xa0", "\xa0\x80", "\xa0\x41\0", "\x80"],
      [[EBML, ""]],
    ],
    [
      "mendMatroskaCut",
      file(repairTruncatedMatroska),
      [MATROSKA],
      ["\xec\x80", "\x80\x80"],
      [[EBML + element(SEGMENT, "", 2 ** 27), ""]],
    ],
    [
      "findMatroskaLinks",
      file(findMatroskaLinks),
      [MATROSKA],
      ["\xec\x80", "\x1a\x45", EBML],
      [[EBML + element(SEGMENT, "", 2 ** 27), ""]],
    ],
    [
      "matroskaTitle",
      bytes(matroskaTitle),
      [MATROSKA],
      ["\xec\x80", element([0x15, 0x49, 0xa9, 0x66], ""), "\x7b\xa9\x81a"],
    ],
    [
      "findOggLinks",
      file((read, size) => findOggLinks(read, size, createSilenceMaker)),
      [PAGE + PAGE, OPUS],
      [PAGE, LARGE_PAGE, GAP, "OggS", "O"],
    ],
    [
      "flacInOgg",
      file((read, size) => flacInOgg(read, [{ from: 0, to: size }])),
      [FLAC_PAGE + PAGE, PAGE],
      [PAGE, FLAC_PAGE, LARGE_PAGE, "OggS"],
    ],
    ["packetsOf", bytes((own) => [...packetsOf(own, 0)]), [PAGE + PAGE], [PAGE, LARGE_PAGE]],
    [
      "createSilenceMaker",
      bytes((own) => createSilenceMaker(own, 0)),
      [OPUS],
      [PAGE, GAP, "vorbis"],
    ],
    [
      "chunksOf",
      file((read) => all(chunksOf(read, true))),
      [WAV],
      [chunk("JUNK", ""), chunk("abcd", "e")],
    ],
    ["openWav", file(openWav), [WAV], [chunk("JUNK", ""), chunk("fmt ", FORMAT), "data"]],
    [
      "openAiff",
      file(openAiff),
      [],
      [chunk("COMM", "", big), chunk("NAME", "", big)],
      [["FORM\0\0\0\0AIFF", ""]],
    ],
    [
      "aiffTagsAsWav",
      file(aiffTagsAsWav),
      [AIFF],
      [chunk("NAME", "", big), chunk("ID3 ", "a", big)],
    ],
    ["declaredWavSeconds", bytes(declaredWavSeconds), [WAV], [chunk("JUNK", "")]],
    ["foreignKind", bytes(nonMediaKind), [], ["<?xml", "é", "\xc3\xa9", "\xe2\x82"]],
    ["isProtected", bytes(isProtected), [], ["pss", "drm", "enc"], [["\0\0\0\0ftyp", ""]]],
    ["oddCodec", bytes(unsupportedCodec), [WAV], ["fmt ", "Speex"]],
  ])("TLS-2 containers: %s", async (_, reader, samples, tokens, frames) => {
    await expectLinearTime(reader, { samples, tokens, ...(frames && { frames }) });
  });

  it.each<Case>([
    [
      "chaptersInId3",
      bytes(chaptersInId3),
      [ID3],
      [CHAPTER, "CHAP\0\0\0\0\0\0"],
      [[`${TAG}\x7f\x7f\x7f\x7f`, ""]],
    ],
    ["id3End", file(id3End), [ID3], [EMPTY_TAG, LONG_TAG]],
    ["findMp3Gaps", file(findMp3Gaps), [MP3_FRAME], [EMPTY_TAG, "Xing"]],
    [
      "findMp3Links",
      file(findMp3Links),
      [MP3_FRAME.repeat(5)],
      [MP3_FRAME, EMPTY_TAG, LONG_TAG, "StreamTitle=", "APETAGEX", "\xff"],
      [[MP3_FRAME.repeat(5), ""]],
    ],
    ["findPlainMp3", file(findPlainMp3), [], [MP3_FRAME]],
    [
      "findFlacLinks",
      file((read, size) => findFlacLinks(read, size, bytesOf(FLAC))),
      [FLAC],
      [FLAC, "fLaC", "f", "\xff\xf8"],
    ],
    ["hasRateInKilohertz", file(hasRateInKilohertz), ["fLaC"], ["\0\0\0\0", "\0\0\0\x01", "f"]],
    ["splitVorbisHeaders", bytes(splitVorbisHeaders), [], ["\xff", "\x02\x1e\x01"]],
    [
      "readVorbisHeaders",
      bytes((own) => readVorbisHeaders(bytesOf(VORBIS_HEAD), own)),
      [],
      ["\0", "\x01", "\x20\0\0\0\0\x02"],
    ],
    ["decodeUtf8", bytes(decodeUtf8), [], ["\xc3\xa9", "\xc3"]],
  ])("TLS-2 tags and streams: %s", async (_, reader, samples, tokens, frames) => {
    await expectLinearTime(reader, { samples, tokens, ...(frames && { frames }) });
  });

  it("TLS-2 bits are read from each place of a buffer without a copy of what follows", async () => {
    await expectLinearTime((text) => {
      const content = bytesOf(text);
      for (let at = 0; at < content.length; at++) {
        createBits(content.subarray(at)).read(8);
      }
    });
  });

  it("TLS-2 the length of a table of frames is known after each frame", async () => {
    await expectLinearTime((text) => {
      const table = new FrameTable();
      let steps = 0;
      for (let at = 0; at < text.length; at++) {
        table.add(1, text.charCodeAt(at) + (at % 2));
        steps += table.steps;
      }
      return steps;
    });
  });

  it("TLS-2 groups of blocks that lie in each other are read once", async () => {
    const nested = (size: number): Uint8Array<ArrayBuffer> => {
      const group = textOf([0x81, 0x85, 0xa0], big(0x1000_0000 + Math.floor(size / 2)));
      return bytesOf(EBML + group.repeat(size / group.length));
    };
    await expectLinearTime((text) => {
      const content = nested(text.length);
      return readMatroskaPadding(fileOf(content).read, content.length, 1);
    });
  });
});

describe("readers of sound files limit what a few bytes ask for", () => {
  it("TLS-2 a run states no more frames than its part has bytes", () => {
    expect(moveFramesToStart(fragment(run(8)), TRACK)?.frames).toHaveLength(8);
    expect(moveFramesToStart(fragment(run(1000)), TRACK)).toBeNull();
    expect(moveFramesToStart(fragment(run(20, 112).repeat(4)), TRACK)?.frames).toHaveLength(80);
    expect(moveFramesToStart(fragment(run(40, 112).repeat(4)), TRACK)).toBeNull();
  });

  it("TLS-2 what looks like a tag within damage is tried a thousand times at most", async () => {
    const damage = "\x01".repeat(64) + LONG_TAG.repeat(40_000);
    const { read, count } = fileOf(bytesOf(MP3_FRAME.repeat(5) + damage));
    await findMp3Links(read, 360 + damage.length);
    expect(count.readings).toBeLessThan(2500);
  });

  it("TLS-2 a thousand tags at the beginning of a file are passed over", async () => {
    const few = fileOf(bytesOf(EMPTY_TAG.repeat(999) + MP3_FRAME));
    expect(await id3End(few.read)).toBe(9990);
    const many = fileOf(bytesOf(EMPTY_TAG.repeat(5000)));
    await id3End(many.read);
    expect(many.count.readings).toBe(1000);
  });
});
