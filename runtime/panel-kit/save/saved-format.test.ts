import { describe, expect, it } from "vitest";
import type { JobResult, Saving } from "../../contract/file.ts";
import {
  formatToSave,
  nameToSave,
  sizeToSave,
  sourceFormat,
  storedFormat,
  resolveFormat,
} from "./saved-format.ts";

const RESULT = { id: "1", name: "talk-noise-removed.wav", type: "audio/wav", size: 2_880_044 };
const resultOf = (saving: Partial<Saving>): JobResult => ({
  ...RESULT,
  created: 0,
  state: "ready",
  saving: {
    stored: "wav24",
    source: "mp3",
    chosen: "keep",
    film: null,
    outOfStep: false,
    sampleRate: 48_000,
    channels: 1,
    seconds: 20,
    ...saving,
  },
});

describe("what a result is saved as", () => {
  it.each([
    ["pcm-s16", null, "wav16", "wav16"],
    ["pcm-s24", null, "wav24", "wav24"],
    ["pcm-f32", null, "wav32f", "wav32f"],
    ["flac", null, "flac", "flac"],
    ["mp3", null, "mp3", "wav24"],
    ["aac", "mp4", "mp4", "wav24"],
    ["opus", "webm", "webm", "wav24"],
    [null, null, "wav24", "wav24"],
  ] as const)(
    "TLS-7 sound in %s of %s is kept as %s, stored as %s",
    (codec, isVideo, expected, stored) => {
      const source = sourceFormat({ codec, film: isVideo }, true);
      expect([source, storedFormat(resolveFormat("keep", source))]).toEqual([expected, stored]);
    },
  );

  it("TLS-6 is not a video if the sound has lost its video track", () => {
    expect(sourceFormat({ codec: "aac", film: "mp4" }, false)).toBe("m4a");
  });

  it("TLS-7 is the format of the file, or the one that was chosen, with its ending", () => {
    const names = ([{}, { chosen: "flac" }, { chosen: "wav24" }, { source: "mp4" }] as const).map(
      (saving) => [formatToSave(resultOf(saving)), nameToSave(resultOf(saving))],
    );
    expect(names).toEqual([
      ["mp3", "talk-noise-removed.mp3"],
      ["flac", "talk-noise-removed.flac"],
      [null, "talk-noise-removed.wav"],
      ["mp4", "talk-noise-removed.mp4"],
    ]);
    expect(nameToSave({ name: "cut.ogg", type: "audio/ogg" })).toBe("cut.ogg");
  });

  it("TLS-7 shows its exact or estimated size, or none", () => {
    expect(sizeToSave(resultOf({ chosen: "wav24" }))).toEqual({ bytes: 2_880_044, isExact: true });
    expect(sizeToSave(resultOf({}))).toEqual({ bytes: 320_000, isExact: false });
    expect(sizeToSave(resultOf({ source: "mp4" })).bytes).toBeNull();
  });
});
