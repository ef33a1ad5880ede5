import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { FittedLine } from "#audio/dubbing/fit-speech.ts";
import type { NarratedText } from "#audio/narration/narrator.ts";

/** A synthesized line, stored because synthesis is not deterministic. */
export interface Clip extends Pick<NarratedText, "samples" | "sampleRate" | "words"> {
  /** How it fits its time slot; missing if it has none. */
  readonly fit?: Pick<FittedLine, "pace" | "excess">;
}

interface Schema extends DBSchema {
  clips: {
    key: string;
    value: { readonly clip: Clip; readonly used: number };
    indexes: { used: number };
  };
}
/** Maximum number of stored clips; the least recently used ones are deleted. */
const MAX_CLIPS = 400;

let opening: Promise<IDBPDatabase<Schema>> | null = null;
const open = (): Promise<IDBPDatabase<Schema>> =>
  (opening ??= openDB<Schema>("toolkit-podcast", 1, {
    upgrade: (db) => void db.createObjectStore("clips").createIndex("used", "used"),
    terminated: () => (opening = null),
  }));

/** Null if the line was never synthesized, or its clip was deleted. */
export async function findClip(key: string): Promise<Clip | null> {
  try {
    const db = await open();
    const found = await db.get("clips", key);
    if (!found) return null;
    await db.put("clips", { ...found, used: Date.now() }, key);
    return found.clip;
  } catch {
    // Without storage, the line is synthesized again.
    return null;
  }
}

export async function keepClip(key: string, clip: Clip): Promise<void> {
  try {
    const db = await open();
    await db.put("clips", { clip, used: Date.now() }, key);
    let over = (await db.count("clips")) - MAX_CLIPS;
    const { store } = db.transaction("clips", "readwrite");
    for (let cursor = await store.index("used").openCursor(); cursor && over > 0; over--) {
      await cursor.delete();
      cursor = await cursor.continue();
    }
  } catch {
    // A missing clip only costs time.
  }
}
