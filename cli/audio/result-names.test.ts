import { expect, it } from "vitest";
import { nameResults } from "./result-names.ts";

it.each([
  [
    ["a.wav", "b.mp3"],
    ["a.wav", "b.wav"],
  ],
  [
    ["a.wav", "a.mp3"],
    ["a-wav.wav", "a-mp3.wav"],
  ],
  [
    ["a.mp3", "A.MP3", "a-mp3.wav"],
    ["a-mp3-2.wav", "A-MP3-3.wav", "a-mp3.wav"],
  ],
  [
    ["x/a", "y/a"],
    ["a.wav", "a-2.wav"],
  ],
])("CLI-9 results of %j have names of their own", (files, names) => {
  expect(
    nameResults(
      files,
      files.map(() => "wav"),
    ),
  ).toEqual(names);
});
