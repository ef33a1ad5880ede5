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

/** What is found of a song: what was kept for its content, or else found and kept. */
export async function loadSong(
  file: Blob,
  { engine, records: stored, digest }: SongDeps,
  options: RunOptions,
): Promise<SongAnalysis> {
  // Where the browser gives no digest (no certificate), nothing is kept.
  const key = await fingerprintOf(file, digest).catch(() => null);
  const kept = key === null ? null : await stored.get("songs", key);
  if (kept) return kept;
  options.signal.throwIfAborted();
  const found = await engine.analyze(file, options);
  if (key !== null) await stored.put("songs", key, found);
  return found;
}

/** What is found of a song; `null` until then, `"unreadable"` where its file cannot be read. */
type SongState = SongAnalysis | "unreadable" | null;

/**
 * Tempo, beats, bars and key of a file, found once for its content.
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
      // What is wrong with the file is said by the list of files, or when it is worked on.
      .then(show, () => show("unreadable"));
    return () => abort.abort();
  }, [open]);
  return song;
}
