import { describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { tempoOf } from "#audio/music/song-beats.ts";
import type { FilesState, FilesStore, TrayFile } from "#runtime/contract/file.ts";
import { countedSongs, setupOf } from "./song-state.ts";
import { joinAdded, songsOf } from "./use-songs.ts";

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
  it("WSP-5 are those that were added for it or were songs before, and not what other tools left selected", () => {
    const state = { selected: ["left", "song", "added"], added: ["added", "removed"] };
    expect(songsOf(state, ["song", "other"])).toEqual(["song", "added"]);
    expect(songsOf({ selected: ["left"], added: [] }, ["song"])).toEqual([]);
  });

  it("TLS-1 are joined by added files, unless several replace several", () => {
    const store = createStore<Pick<FilesState, "files" | "selected">>(() => ({
      files: [],
      selected: [],
    }));
    const select = (selected: readonly string[]) => store.setState({ selected });
    const leave = joinAdded({ ...store, select } as unknown as FilesStore);
    const add = (...ids: readonly string[]) => {
      const { files } = store.getState();
      store.setState({ files: [...files, ...ids.map((id, at) => file(id, files.length + at))] });
      select(ids);
      return store.getState().selected.join("");
    };
    expect(add("a")).toBe("a");
    expect(add("b")).toBe("ab");
    expect(add("c")).toBe("abc");
    expect(add("d", "e")).toBe("de");
    // The visitor's selection is not changed.
    select(["a"]);
    expect(store.getState().selected).toEqual(["a"]);
    expect(add("f", "g")).toBe("afg");
    leave();
    expect(add("h")).toBe("h");
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
