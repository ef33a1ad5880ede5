import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { type OwnVoice, type OwnVoiceId, readOwnVoice } from "./own-voice.ts";

interface Schema extends DBSchema {
  voices: { key: string; value: OwnVoice };
  /** Consent recordings, by their SHA-256. */
  consents: { key: string; value: { readonly recording: Blob; readonly kept: number } };
}

const NAME = "toolkit-voices";
/** Time in ms after which a consent without a voice is deleted. */
const REST = 24 * 3_600_000;

let opening: Promise<IDBPDatabase<Schema>> | null = null;
const open = (): Promise<IDBPDatabase<Schema>> =>
  (opening ??= openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore("voices", { keyPath: "id" });
      db.createObjectStore("consents");
    },
    // Do not block a newer build in another tab.
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
    terminated: () => (opening = null),
  }).catch((error: unknown) => {
    opening = null;
    throw error;
  }));

/** Notifies listeners in this document and in others. */
const changes = new EventTarget();
const wire = (): BroadcastChannel | null =>
  typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(NAME);
function notify(): void {
  changes.dispatchEvent(new Event("change"));
  const channel = wire();
  channel?.postMessage("change");
  channel?.close();
}

/** Visitors' voices and their consents, on this device. */
export const voiceStore = {
  /** Newest first. Empty if the browser denies storage. */
  async list(): Promise<readonly OwnVoice[]> {
    const storedVoices = await open().then(
      (db) => db.getAll("voices"),
      () => [],
    );
    return storedVoices
      .map(readOwnVoice)
      .filter((voice) => voice !== null)
      .sort((a, b) => b.made - a.made);
  },
  find: async (id: OwnVoiceId): Promise<OwnVoice | null> =>
    readOwnVoice(await (await open()).get("voices", id)),
  async put(voice: OwnVoice): Promise<void> {
    await (await open()).put("voices", voice);
    notify();
  },
  /** Deletes a voice, and its consent unless another voice uses it. */
  async remove(id: OwnVoiceId): Promise<void> {
    const db = await open();
    const removed = await db.get("voices", id);
    await db.delete("voices", id);
    const others = await db.getAll("voices");
    const recording = removed?.receipt.recording;
    if (recording !== undefined && !others.some((one) => one.receipt.recording === recording))
      await db.delete("consents", recording);
    notify();
  },
  async consent(hash: string): Promise<Blob | null> {
    return (await (await open()).get("consents", hash))?.recording ?? null;
  },
  /** Stores a consent recording, and deletes expired ones. @param now epoch milliseconds */
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
  /** @returns unsubscribe */
  onChange(listener: () => void): () => void {
    changes.addEventListener("change", listener);
    const channel = wire();
    channel?.addEventListener("message", listener);
    return () => {
      changes.removeEventListener("change", listener);
      channel?.close();
    };
  },
};
