import { expect, it } from "vitest";
import { estimateSize } from "./estimate-size.ts";
import { formatOfCodec } from "./requested-format.ts";

const STEREO = { sampleRate: 44_100, channels: 2 };

it("TLS-2 the size of a result is known before it is written, where it does not depend on the sound", () => {
  expect(estimateSize("wav16", STEREO, 10)).toBe(1_764_000);
  expect(estimateSize("wav24", { sampleRate: 48_000, channels: 1 }, 1)).toBe(144_000);
  expect(estimateSize("mp3", STEREO, 60)).toBe(1_920_000);
  expect(estimateSize("mp3", { sampleRate: 48_000, channels: 6 }, 60)).toBe(1_920_000);
  expect(estimateSize("flac", STEREO, 10)).toBeNull();
});

it.each([
  ["mp3", "mp3"],
  ["aac", "m4a"],
  ["flac", "flac"],
  ["opus", "opus"],
  ["vorbis", "vorbis"],
  ["pcm-s16", "wav16"],
  ["pcm-f32", "wav32f"],
  ["alac", "wav24"],
  [null, "wav24"],
])("TLS-2 the format of a file of %s is %s", (codec, output) => {
  expect(formatOfCodec(codec)).toBe(output);
});
