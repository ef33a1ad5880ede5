import { describe, expect, it } from "vitest";
import type { SongAnalysis } from "../../../../audio/music/analyze-song.ts";
import { tempoOf } from "../../../../audio/music/song-beats.ts";
import type { TrayFile } from "../../../workspace/contract/file.ts";
import { countedSongs, setupOf } from "./song-state.ts";
import { songsOf } from "./use-songs.ts";

const file = (id: string, added: number, kind: TrayFile["kind"] = "audio"): TrayFile => ({
  id,
  name: `${id}.wav`,
  size: 1,
  type: "audio/wav",
  kind,
  origin: "picked",
  added,
  duration: 1,
  state: "ready",
  saved: 1,
  problem: null,
});
const song = (bpm: number): SongAnalysis => ({
  seconds: 30,
  key: null,
  tuning: 0,
  beat: {
    beats: Array.from({ length: 20 }, (_, i) => (60 / bpm) * i),
    beatsPerBar: 4,
    division: 2,
    first: 0,
    bpm,
    steady: true,
    strength: 1,
  },
});

describe("the songs of a mashup", () => {
  it("TLS-1 are the files that are selected, or the last two that were added", () => {
    const [a, b, c] = [file("a", 1), file("b", 3), file("c", 2)];
    const text = file("text", 9, "other");
    expect(songsOf([a, b, c], [c, a])).toEqual([c, a]);
    expect(songsOf([a, b, c, text], [c])).toEqual([c, b]);
    expect(songsOf([a, text], [a])).toEqual([a]);
    expect(songsOf([a, b], [])).toEqual([]);
  });

  it("TLS-1 are counted as near to the tempo of the music as they come", () => {
    const setups = [song(71), song(140)].map((one, at) => setupOf(one, at));
    expect(setups.map(({ take }) => take)).toEqual(["vocals", "instrumental"]);
    const counted = countedSongs(setups)!;
    expect(counted.map(({ beats }) => Math.round(tempoOf(beats)))).toEqual([142, 140]);
  });

  it("TLS-4 wait for a beat that none was found of", () => {
    const setups = [song(100), { ...song(100), beat: null }].map((one, at) => setupOf(one, at));
    expect(countedSongs(setups)).toBeNull();
    expect(countedSongs([])).toBeNull();
  });
});
