import { expect, it } from "vitest";
import { chaptersOf, sharedOf, subtitlesOf, transcriptOf } from "./episode-texts.ts";

const words = [{ text: "Hi", start: 0, end: 2, from: 0.1, to: 0.6 }];
const episode = {
  script: {
    title: "Sand",
    language: "en",
    lines: [
      { id: "a", host: 0, text: "Hi", source: null, chapter: "Start" },
      { id: "b", host: 1, text: "Ho", source: null, chapter: null },
      { id: "c", host: 0, text: "So", source: null, chapter: "End" },
    ],
  },
  clips: [{ words }, { words }, { words }],
  times: [
    { from: 2, to: 3 },
    { from: 4, to: 5 },
    { from: 6, to: 7 },
  ],
  seconds: 9,
  names: ["Anna", "Ben"],
} as const;

it("TLS-1 chapters start with their lines, and the first one with the episode", () => {
  expect(chaptersOf(episode)).toEqual([
    { title: "Start", start: 0 },
    { title: "End", start: 6 },
  ]);
});

it("TLS-1 the transcript names chapters and hosts", () => {
  expect(transcriptOf(episode)).toBe("Sand\n\nStart\n\nAnna: Hi\n\nBen: Ho\n\nEnd\n\nAnna: So");
});

it("TLS-1 subtitles have the times of the episode", () => {
  const subtitles = subtitlesOf(episode);
  for (const text of ["Hi", "Ho", "So"]) expect(subtitles).toContain(text);
  expect(subtitles.match(/^00:00:0\d,\d{3} -->/gm)).toHaveLength(3);
  expect(subtitles).toMatch(/^1\n00:00:02,/);
});

it("TLS-1 a shared episode has its lines with speakers and times in seconds", () => {
  expect(sharedOf(episode)).toEqual({
    title: "Sand",
    language: "en",
    duration: 9,
    transcript: [
      { start: 2, end: 3, speaker: "Anna", text: "Hi", chapter: "Start" },
      { start: 4, end: 5, speaker: "Ben", text: "Ho" },
      { start: 6, end: 7, speaker: "Anna", text: "So", chapter: "End" },
    ],
  });
});
