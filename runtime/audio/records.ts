import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Segment } from "#core/dubbing/segment.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import type { SpokenText } from "./spoken-text.ts";
import type { ResultFormat } from "#audio/media/writers/output-formats.ts";
import type { Levels } from "#audio/tasks/measure/levels.ts";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import type { PeaksResult } from "./worker/results.ts";
import type { RunResult } from "./worker/effect/run-request.ts";
import type { Values } from "#audio/tasks/task.ts";

/** Levels of a file as players decode it. */
export type SavedLevels = Pick<Levels, "lufs" | "truePeak">;

/** Metadata of a result. */
export interface RunRecord extends Omit<RunResult, "notes" | "unchanged"> {
  /** Both are missing in records of earlier builds. */
  readonly notes?: RunResult["notes"];
  readonly unchanged?: RunResult["unchanged"];
  readonly effect: string | null;
  readonly values: Values;
  /** Id of the studio model; missing for built-in engines. */
  readonly model?: string;
  /** Levels of the files that were saved in lossy formats. */
  readonly saved?: Readonly<Partial<Record<ResultFormat, SavedLevels>>>;
}

interface Stored<T> {
  readonly value: T;
  /** Epoch milliseconds. */
  readonly used: number;
}
interface Schema extends DBSchema {
  /** By the content of the file. */
  peaks: { key: string; value: Stored<PeaksResult>; indexes: { used: number } };
  /** By the id of the result. */
  runs: { key: string; value: Stored<RunRecord>; indexes: { used: number } };
  /** Tempo, beats, key and chords, by the content of the file. */
  songs: { key: string; value: Stored<SongAnalysis>; indexes: { used: number } };
  /** Edited transcripts, by the id of the result. */
  transcripts: { key: string; value: Stored<Transcript>; indexes: { used: number } };
  /** Pictures, videos and captions for rendering videos, by their content. */
  media: { key: string; value: Stored<Blob>; indexes: { used: number } };
  /** Word times of synthesized texts, by the id of the result. */
  speeches: { key: string; value: Stored<SpokenText>; indexes: { used: number } };
  /** Segments of recordings and their translations, by the id of the file. */
  segments: { key: string; value: Stored<readonly Segment[]>; indexes: { used: number } };
  /** Tiles of spectrograms, by the content that they show. */
  spectra: { key: string; value: Stored<Uint8Array<ArrayBuffer>>; indexes: { used: number } };
}
type Store =
  | "peaks"
  | "runs"
  | "spectra"
  | "songs"
  | "transcripts"
  | "media"
  | "speeches"
  | "segments";

/** Data about sounds that is stored between visits, in IndexedDB. */
export interface Records {
  get<S extends Store>(store: S, key: string): Promise<Schema[S]["value"]["value"] | null>;
  put<S extends Store>(store: S, key: string, value: Schema[S]["value"]["value"]): Promise<void>;
}

/** Maximum number of entries of each kind; the least recently used ones are deleted. */
const MAX_ENTRIES = {
  peaks: 60,
  runs: 300,
  spectra: 300,
  songs: 100,
  transcripts: 300,
  media: 12,
  speeches: 100,
  segments: 300,
} as const;

let opening: Promise<IDBPDatabase<Schema>> | null = null;
const open = (): Promise<IDBPDatabase<Schema>> =>
  (opening ??= openDB<Schema>("toolkit-audio", 7, {
    upgrade(db, _old, _new, tx) {
      const names = Object.keys(MAX_ENTRIES) as Store[];
      for (const name of names) {
        const isThere = db.objectStoreNames.contains(name);
        const store = isThere ? tx.objectStore(name) : db.createObjectStore(name);
        if (!store.indexNames.contains("used")) store.createIndex("used", "used");
      }
    },
    // Do not block a newer build in another tab.
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
    terminated: () => (opening = null),
  }));

/** Fallback in memory if the browser denies storage. */
const memory = new Map<string, unknown>();

export const records: Records = {
  async get(store, key) {
    const held = memory.get(`${store} ${key}`);
    if (held !== undefined) return held as never;
    try {
      const db = await open();
      const stored = await db.get(store, key);
      if (!stored) return null;
      await db.put(store, { ...stored, used: Date.now() } as never, key);
      return stored.value as never;
    } catch {
      return null;
    }
  },
  async put(store, key, value) {
    try {
      const db = await open();
      await db.put(store, { value, used: Date.now() } as never, key);
      const over = (await db.count(store)) - MAX_ENTRIES[store];
      if (over <= 0) return;
      const oldest = await db.getAllKeysFromIndex(store, "used", null, over);
      const tx = db.transaction(store, "readwrite");
      for (const old of oldest) await tx.store.delete(old);
      await tx.done;
    } catch {
      memory.set(`${store} ${key}`, value);
    }
  },
};
