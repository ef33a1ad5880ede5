import { useEffect, useState } from "react";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import type { Engine, RunOptions } from "../engine-types.ts";
import { fingerprintOf } from "../fingerprint.ts";
import { type Records, records } from "../records.ts";
import { sharedEngine } from "../shared-engine.ts";

interface SongDeps {
  readonly engine: Pick<Engine, "analyze">;
  readonly records: Records;
  readonly digest: (data: BufferSource) => Promise<ArrayBuffer>;
}

/** Loads the stored analysis of a song by its content, or computes and stores it. */
export async function loadSong(
  file: Blob,
  { engine, records: stored, digest }: SongDeps,
  options: RunOptions,
): Promise<SongAnalysis> {
  // Without a secure context there is no digest, and nothing is stored.
  const key = await fingerprintOf(file, digest).catch(() => null);
  const storedSong = key === null ? null : await stored.get("songs", key);
  // Earlier builds did not look for chords.
  if (storedSong?.chords) return storedSong;
  options.signal.throwIfAborted();
  const found = await engine.analyze(file, options);
  if (key !== null) await stored.put("songs", key, found);
  return found;
}

/**
 * The analysis of a song; `null` while it is pending, `"unreadable"` if the file cannot be read.
 */
export type SongState = SongAnalysis | "unreadable" | null;

/**
 * Tempo, beats, bars, key and chords of a file, found once for its content.
 * @param open the same function for the same file
 */
export function useSong(open: () => Promise<Blob>): SongState {
  const [song, setSong] = useState<SongState>(null);
  useEffect(() => {
    const abort = new AbortController();
    const deps = {
      engine: sharedEngine(),
      records,
      digest: (data: BufferSource) => crypto.subtle.digest("SHA-256", data),
    };
    const show = (found: SongState): void => {
      if (!abort.signal.aborted) setSong(found);
    };
    open()
      .then((file) => loadSong(file, deps, { signal: abort.signal }))
      // The file list or the job reports the error of the file.
      .then(show, () => show("unreadable"));
    return () => abort.abort();
  }, [open]);
  return song;
}
