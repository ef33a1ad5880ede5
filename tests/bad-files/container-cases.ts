import { big16, big32, find, join, latin, put, rename, u16, u32 } from "./bytes.ts";
import type { BadFile, ExpectedResult } from "./cases.ts";
import { aiffFile, samples16, swapped } from "./pcm-files.ts";
import type { Kind } from "./sources.ts";

const HUGE = 0xffff_ffff;
const NONE: readonly ExpectedResult[] = ["unreadable", "noSamples", "damaged", "unsupported"];
const EITHER: readonly ExpectedResult[] = ["fine", ...NONE];

const mp4 = (whole: Uint8Array): BadFile[] => {
  const entry = find(whole, "mp4a");
  const table = (name: string): number => find(whole, name) + 4;
  return [
    {
      name: "common-encryption.m4a",
      bytes: rename(whole, "mp4a", "enca"),
      expected: ["protected"],
    },
    { name: "fairplay.m4p", bytes: rename(whole, "mp4a", "drms"), expected: ["protected"] },
    {
      name: "widevine.mp4",
      bytes: rename(join(whole, big32(32), "pssh", big32(0), new Uint8Array(20)), "mp4a", "enca"),
      expected: ["protected"],
    },
    {
      name: "itunes-store.m4p",
      bytes: put(rename(whole, "mp4a", "drms"), 8, latin("M4P ")),
      expected: ["protected"],
    },
    // What they are is said once more, in another place, and rightly there.
    {
      name: "alac-that-is-none.m4a",
      bytes: rename(whole, "mp4a", "alac"),
      expected: ["fine", "codec", ...NONE],
    },
    { name: "dolby.m4a", bytes: rename(whole, "mp4a", "ac-4"), expected: ["fine", "codec"] },
    {
      name: "codec-unknown.m4a",
      bytes: rename(whole, "mp4a", "zzzz"),
      expected: ["fine", "codec"],
    },
    { name: "no-index.m4a", bytes: rename(whole, "moov", "free"), expected: ["unreadable"] },
    {
      name: "no-track.m4a",
      bytes: rename(whole, "trak", "free"),
      expected: ["noSamples", "unreadable"],
    },
    { name: "no-sample-table.m4a", bytes: rename(whole, "stbl", "free"), expected: EITHER },
    { name: "no-sizes.m4a", bytes: rename(whole, "stsz", "free"), expected: EITHER },
    { name: "sizes-lie.m4a", bytes: put(whole, table("stsz") + 8, big32(HUGE)), expected: EITHER },
    { name: "places-lie.m4a", bytes: put(whole, table("stco") + 8, big32(HUGE)), expected: EITHER },
    { name: "time-scale-0.m4a", bytes: put(whole, table("mdhd") + 12, big32(0)), expected: EITHER },
    {
      name: "index-of-4-gigabytes.m4a",
      bytes: put(whole, find(whole, "moov") - 4, big32(HUGE)),
      expected: EITHER,
    },
    {
      name: "index-of-7-bytes.m4a",
      bytes: put(whole, find(whole, "moov") - 4, big32(7)),
      expected: EITHER,
    },
    { name: "rate-0.m4a", bytes: put(whole, entry + 28, big32(0)), expected: [...EITHER, "rate"] },
    {
      name: "channels-255.m4a",
      bytes: put(whole, entry + 20, big16(255)),
      expected: [...EITHER, "channels"],
    },
    {
      name: "picture-only.mp4",
      bytes: rename(rename(whole, "soun", "vide"), "smhd", "vmhd"),
      expected: ["noAudio", ...NONE],
    },
  ];
};

const flac = (whole: Uint8Array): BadFile[] => [
  // Twenty bits of rate from the tenth byte of the stream's description on.
  {
    name: "rate-0.flac",
    bytes: put(whole, 18, Uint8Array.of(0, 0, whole[20]! & 0x0f)),
    expected: [...NONE, "rate"],
  },
  {
    name: "says-three-hours.flac",
    bytes: put(whole, 22, big32(3 * 3600 * 16_000)),
    expected: ["fine", "damaged"],
  },
  {
    name: "last-bytes-missing.flac",
    bytes: whole.subarray(0, -3),
    expected: ["fine"],
    note: "cutOff",
  },
  {
    name: "first-frame-zeroed.flac",
    bytes: put(whole, 42, new Uint8Array(200)),
    expected: ["fine"],
    note: "holes",
  },
  { name: "frame-check-wrong.flac", bytes: put(whole, whole.length - 2, u16(0)), expected: EITHER },
  { name: "no-description.flac", bytes: put(whole, 4, Uint8Array.of(1)), expected: EITHER },
  {
    name: "description-of-16-megabytes.flac",
    bytes: put(whole, 5, Uint8Array.of(255, 255, 255)),
    expected: NONE,
  },
];

const ogg = (vorbis: Uint8Array, opus: Uint8Array): BadFile[] => [
  { name: "page-check-wrong.ogg", bytes: put(vorbis, 22, u32(1)), expected: EITHER },
  {
    name: "channels-0.opus",
    bytes: put(opus, find(opus, "OpusHead") + 9, Uint8Array.of(0)),
    expected: [...EITHER, "channels"],
  },
  {
    name: "channels-255.opus",
    bytes: put(opus, find(opus, "OpusHead") + 9, Uint8Array.of(255)),
    expected: [...EITHER, "channels"],
  },
  {
    name: "rate-0.ogg",
    bytes: put(vorbis, find(vorbis, "\x01vorbis") + 12, u32(0)),
    expected: [...NONE, "rate"],
  },
  {
    name: "channels-0.ogg",
    bytes: put(vorbis, find(vorbis, "\x01vorbis") + 11, Uint8Array.of(0)),
    expected: [...NONE, "channels"],
  },
  { name: "no-codebooks.ogg", bytes: rename(vorbis, "\x05vorbis", "\x07vorbis"), expected: EITHER },
  {
    name: "no-codec.ogg",
    bytes: rename(vorbis, "\x01vorbis", "\x01theora"),
    expected: [...NONE, "codec"],
  },
];

const mp3 = (whole: Uint8Array): BadFile[] => [
  {
    name: "tag-only.mp3",
    bytes: join("ID3", Uint8Array.of(4, 0, 0, 0, 0, 0, 100), new Uint8Array(100)),
    expected: NONE,
  },
  {
    name: "tag-of-256-megabytes.mp3",
    bytes: join("ID3", Uint8Array.of(4, 0, 0, 127, 127, 127, 127), whole),
    expected: NONE,
  },
  { name: "first-half-of-a-frame.mp3", bytes: whole.slice(0, 90), expected: EITHER },
];

const webm = (whole: Uint8Array): BadFile[] => [
  { name: "codec-unknown.webm", bytes: rename(whole, "A_OPUS", "A_NONE"), expected: ["codec"] },
  // Replaces the element with the codec's name by an unknown one.
  {
    name: "no-codec.webm",
    bytes: put(whole, find(whole, "A_OPUS") - 2, Uint8Array.of(0xec)),
    expected: ["codec", ...NONE],
  },
  { name: "header-only.webm", bytes: whole.slice(0, 40), expected: NONE },
];

const sound = swapped(samples16(4000));
const aiff: readonly BadFile[] = [
  { name: "rate-0.aiff", bytes: aiffFile(sound, { rate: new Uint8Array(10) }), expected: ["rate"] },
  {
    name: "rate-not-a-number.aiff",
    bytes: aiffFile(sound, { rate: new Uint8Array(10).fill(255) }),
    expected: ["rate"],
  },
  { name: "channels-0.aiff", bytes: aiffFile(sound, { channels: 0 }), expected: ["channels"] },
  { name: "channels-255.aiff", bytes: aiffFile(sound, { channels: 255 }), expected: ["channels"] },
  { name: "bits-0.aiff", bytes: aiffFile(sound, { bits: 0 }), expected: ["codec"] },
  { name: "bits-99.aiff", bytes: aiffFile(sound, { bits: 99 }), expected: ["codec"] },
  {
    name: "says-three-hours.aiff",
    bytes: aiffFile(sound, { frames: 3 * 3600 * 16_000 }),
    expected: ["fine"],
    note: "cutOff",
  },
  { name: "offset-lies.aiff", bytes: aiffFile(sound, { offset: HUGE }), expected: ["noSamples"] },
  {
    name: "codec-unknown.aifc",
    bytes: aiffFile(sound, { compression: "MAC3" }),
    expected: ["codec"],
  },
  { name: "no-sound.aiff", bytes: aiffFile(new Uint8Array(0)), expected: ["noSamples"] },
];

/** Other things than sound, under the name of sound. */
const FOREIGN: readonly BadFile[] = [
  ["page.mp3", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< >>\nendobj\n"],
  ["picture.wav", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0"],
  ["photo.m4a", "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0"],
  ["archive.flac", "PK\x03\x04\x14\0\0\0\x08\0"],
  ["web.ogg", "<!DOCTYPE html><html><body>404 Not Found</body></html>"],
  ["data.aiff", '{"error":{"code":403,"message":"Forbidden"}}'],
  ["program.mp3", "MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0\xb8\0\0\0"],
  ["list.m3u8.mp3", "#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:10,\nhttp://127.0.0.1:1/a.ts\n"],
  ["wide-text.wav", "\xff\xfeH\0e\0l\0l\0o\0 \0w\0o\0r\0l\0d\0"],
].map(([name, text]) => ({ name: name!, bytes: latin(text!), expected: ["foreign"] }));

export const containerFiles = (whole: Readonly<Record<Kind, Uint8Array>>): readonly BadFile[] => [
  ...mp4(whole.m4a),
  ...flac(whole.flac),
  ...ogg(whole.ogg, whole.opus),
  ...mp3(whole.mp3),
  ...webm(whole.webm),
  ...aiff,
  ...FOREIGN,
];
