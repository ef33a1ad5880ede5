import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { type OwnVoice, type OwnVoiceId, readOwnVoice } from "./own-voice.ts";

interface Schema extends DBSchema {
  voices: { key: string; value: OwnVoice };
  /** Recordings of consents, by their SHA-256. */
  consents: { key: string; value: { readonly recording: Blob; readonly kept: number } };
}

const NAME = "toolkit-voices";
/** ms after which a consent goes for which no voice was made. */
const REST = 24 * 3_600_000;

let opening: Promise<IDBPDatabase<Schema>> | null = null;
const open = (): Promise<IDBPDatabase<Schema>> =>
  (opening ??= openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore("voices", { keyPath: "id" });
      db.createObjectStore("consents");
    },
    // A newer build in another tab must not wait for this one.
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
    terminated: () => (opening = null),
  }).catch((error: unknown) => {
    opening = null;
    throw error;
  }));

/** Hears of changes, in this document and in others. */
const changes = new EventTarget();
const wire = (): BroadcastChannel | null =>
  typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(NAME);
function tell(): void {
  changes.dispatchEvent(new Event("change"));
  const channel = wire();
  channel?.postMessage("change");
  channel?.close();
}

/** Voices that visitors have made, with their consents, on this device. */
export const voiceShelf = {
  /** The newest comes first. Empty where the browser keeps nothing. */
  async list(): Promise<readonly OwnVoice[]> {
    const kept = await open().then(
      (db) => db.getAll("voices"),
      () => [],
    );
    return kept
      .map(readOwnVoice)
      .filter((voice) => voice !== null)
      .sort((a, b) => b.made - a.made);
  },
  find: async (id: OwnVoiceId): Promise<OwnVoice | null> =>
    readOwnVoice(await (await open()).get("voices", id)),
  async put(voice: OwnVoice): Promise<void> {
    await (await open()).put("voices", voice);
    tell();
  },
  /** Deletes a voice, and its consent unless another voice has the same. */
  async remove(id: OwnVoiceId): Promise<void> {
    const db = await open();
    const gone = await db.get("voices", id);
    await db.delete("voices", id);
    const others = await db.getAll("voices");
    const recording = gone?.receipt.recording;
    if (recording !== undefined && !others.some((one) => one.receipt.recording === recording))
      await db.delete("consents", recording);
    tell();
  },
  async consent(hash: string): Promise<Blob | null> {
    return (await (await open()).get("consents", hash))?.recording ?? null;
  },
  /** Keeps the recording of a consent; older ones for which no voice was made go. @param now epoch milliseconds */
  async keepConsent(hash: string, recording: Blob, now: number): Promise<void> {
    const db = await open();
    await db.put("consents", { recording, kept: now }, hash);
    const needed = new Set((await db.getAll("voices")).map(({ receipt }) => receipt.recording));
    for (const key of await db.getAllKeys("consents")) {
      const one = await db.get("consents", key);
      if (one && key !== hash && !needed.has(key) && now - one.kept > REST)
        await db.delete("consents", key);
    }
  },
  /** @returns ends it */
  onChange(hear: () => void): () => void {
    changes.addEventListener("change", hear);
    const channel = wire();
    channel?.addEventListener("message", hear);
    return () => {
      changes.removeEventListener("change", hear);
      channel?.close();
    };
  },
};
