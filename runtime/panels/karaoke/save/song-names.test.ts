import { describe, expect, it } from "vitest";
import { songNames } from "./song-names.ts";

describe("the names of a song", () => {
  it("TLS-15 come from its tags, and otherwise from its file name", () => {
    const tags = { title: "Waterloo", artist: "ABBA" };
    expect(songNames("track01.mp3", tags)).toEqual(tags);
    expect(songNames("ABBA - Waterloo.mp3", { title: " " })).toEqual(tags);
    expect(songNames("A-Ha – Take On Me - live.flac", {})).toEqual({
      artist: "A-Ha",
      title: "Take On Me - live",
    });
    expect(songNames("Queen  —  Bicycle Race.mp3", {})).toEqual({
      artist: "Queen",
      title: "Bicycle Race",
    });
    expect(songNames("Imagine.mp3", {})).toEqual({ artist: null, title: "Imagine" });
    expect(songNames(".mp3", {}).title).toBe(".mp3");
  });
});
