import { expect, it } from "vitest";
import { type Episode, chaptersOf, episodeJsonLd, lineAt } from "./episode.ts";

const LINES = [{ start: 1 }, { start: 4 }, { start: 9.5 }];

it.each([
  [0, -1],
  [0.99, -1],
  [1, 0],
  [3.9, 0],
  [4, 1],
  [9.4, 1],
  [9.5, 2],
  [500, 2],
])("CMP-5 at %d s the spoken line is %d", (seconds, line) => {
  expect(lineAt(LINES, seconds)).toBe(line);
});

it("CMP-5 an episode without a transcript has no line", () => {
  expect(lineAt([], 3)).toBe(-1);
});

it("CMP-5 chapters begin with their lines, the first with the sound, and need a title", () => {
  const lines = [
    { start: 6.5, end: 8, speaker: "A", text: "One.", chapter: "Rooms" },
    { start: 8, end: 9, speaker: "B", text: "Two." },
    { start: 9.5, end: 10, speaker: "A", text: "Three.", chapter: " " },
    { start: 11, end: 12, speaker: "B", text: "Four.", chapter: "Halls" },
  ];
  expect(chaptersOf(lines)).toEqual([
    { line: 0, start: 0, title: "Rooms" },
    { line: 3, start: 11, title: "Halls" },
  ]);
});

it("CMP-5 structured data name the episode, its sound and its words", () => {
  const episode: Episode = {
    own: false,
    id: "p1",
    title: "Rooms",
    language: "en-US",
    duration: 61.4,
    audio_url: "/audio/p1.mp3",
    created_at: 1_790_000_000,
    transcript: [{ start: 0, end: 2, speaker: "Maren", text: "Hello." }],
  };
  const url = "https://a.example/de/podcast-preview?id=p1";
  expect(episodeJsonLd(episode, url)).toMatchObject({
    "@type": "PodcastEpisode",
    name: "Rooms",
    url,
    timeRequired: "PT61S",
    associatedMedia: {
      contentUrl: "https://a.example/audio/p1.mp3",
      transcript: "Maren: Hello.",
    },
  });
});
