import { expect, it } from "vitest";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import type { Records } from "../records.ts";
import { loadSong } from "./use-song.ts";

const FOUND: SongAnalysis = { seconds: 3, beat: null, key: null, chords: [], tuning: 0 };

it("TLS-1 a song is listened to once for its content, whatever its name", async () => {
  const stored = new Map<string, unknown>();
  const records: Records = {
    get: async (store, key) => (stored.get(`${store} ${key}`) as never) ?? null,
    put: async (store, key, value) => void stored.set(`${store} ${key}`, value),
  };
  let analyses = 0;
  const deps = {
    engine: { analyze: async () => (analyses++, FOUND) },
    records,
    digest: (data: BufferSource) => crypto.subtle.digest("SHA-256", data),
  };
  const { signal } = new AbortController();
  const load = (text: string) => loadSong(new File([text], "song.mp3"), deps, { signal });
  expect(await load("one")).toEqual(FOUND);
  expect(await load("one")).toEqual(FOUND);
  expect(analyses).toBe(1);
  await load("two");
  expect(analyses).toBe(2);
  // What an earlier build has stored has no chords.
  const { chords: _, ...earlier } = FOUND;
  for (const name of stored.keys()) stored.set(name, earlier);
  expect(await load("one")).toEqual(FOUND);
  expect(analyses).toBe(3);
});
