import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { createMemorySink } from "../../contract/sinks/memory-sink.ts";
import type { SinkChunk } from "../../contract/sinks/sink-chunk.ts";
import {
  type Draft,
  type StoredDraft,
  editsOf,
  neededSources,
  readDraft,
  storeDraft,
} from "./edit-draft.ts";

interface Schema extends DBSchema {
  drafts: { key: string; value: StoredDraft };
  /** Sounds rendered by effects, in browsers without a file system. */
  sounds: { key: string; value: Blob };
}

export interface DraftFacts {
  readonly id: string;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly updated: number;
}

/** A sound that is being written. */
export interface NewSound {
  readonly id: string;
  readonly stream: WritableStream<SinkChunk>;
  finish(): Promise<Blob>;
  /** Deletes it; never fails. */
  discard(): Promise<void>;
}

const FOLDER = "toolkit-editor";
/**
 * Age in ms at which a sound without a draft is deleted: another tab may be about to save one that
 * uses it.
 */
const MIN_AGE = 24 * 3_600_000;

let opening: Promise<IDBPDatabase<Schema>> | null = null;
// Browsers that block storage throw synchronously.
const openDatabase = async (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(FOLDER, 1, {
    upgrade(db) {
      db.createObjectStore("drafts", { keyPath: "id" });
      db.createObjectStore("sounds");
    },
    // Close the connection so that a newer version in another tab can upgrade the database.
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
    terminated: () => (opening = null),
  });
const open = (): Promise<IDBPDatabase<Schema>> =>
  (opening ??= openDatabase().catch((error: unknown) => {
    opening = null;
    throw error;
  }));
/** Sounds that the browser could not store; they last until the page is closed. */
const memory = new Map<string, Blob>();

/** Id of the draft that another tool has passed to the editor. */
let passedDraft: string | null = null;

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

export const newId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join("");

/** Drafts of the editor and the sounds that effects rendered for them, on this device. */
export const draftStore = {
  /** The last saved draft comes first. Damaged ones are left out. */
  async list(): Promise<readonly DraftFacts[]> {
    const drafts = await (await open()).getAll("drafts");
    return drafts
      .filter((draft) => readDraft(draft) !== null)
      .map(({ id, name, updated }) => ({ id, name, updated }))
      .sort((a, b) => b.updated - a.updated);
  },
  load: async (id: string): Promise<Draft | null> =>
    readDraft(await (await open()).get("drafts", id)),
  async save(draft: Draft): Promise<void> {
    await (await open()).put("drafts", storeDraft(draft));
  },
  /** Saves a draft that another tool created, for the editor to open next. */
  async passToEditor(draft: Draft): Promise<void> {
    await draftStore.save(draft);
    passedDraft = draft.id;
  },
  /** Whether another tool has just passed this draft to the editor; true only once. */
  takePassed(id: string): boolean {
    const wasLeft = passedDraft === id;
    passedDraft = null;
    return wasLeft;
  },
  async remove(id: string): Promise<void> {
    await (await open()).delete("drafts", id);
  },

  async openSound(id: string): Promise<Blob | null> {
    const held = memory.get(id);
    if (held) return held;
    try {
      return await (await (await folder()).getFileHandle(id)).getFile();
    } catch {
      return (await (await open()).get("sounds", id)) ?? null;
    }
  },
  /** Opens a sound for writing in chunks, directly to the device if possible. */
  async createSound(): Promise<NewSound> {
    const id = `made-${newId()}`;
    const handle = await folder().then(
      (own) => own.getFileHandle(id, { create: true }),
      () => null,
    );
    if (handle && "createWritable" in handle) {
      const stream = await handle.createWritable();
      return {
        id,
        stream: stream as unknown as WritableStream<SinkChunk>,
        async finish() {
          await stream.close();
          return handle.getFile();
        },
        async discard() {
          await stream.abort().catch(() => {});
          await folder()
            .then((own) => own.removeEntry(id))
            .catch(() => {});
        },
      };
    }
    const { sink: stream, toBlob } = createMemorySink();
    return {
      id,
      stream,
      async finish() {
        const blob = toBlob();
        memory.set(id, blob);
        await open()
          .then((db) => db.put("sounds", blob, id))
          .catch(() => {});
        return blob;
      },
      async discard() {
        memory.delete(id);
        await open()
          .then((db) => db.delete("sounds", id))
          .catch(() => {});
      },
    };
  },
  /** Deletes sounds that no draft uses. @param now epoch milliseconds */
  async deleteUnused(now: number): Promise<void> {
    const db = await open();
    const needed = new Set<string>();
    for (const stored of await db.getAll("drafts")) {
      const draft = readDraft(stored);
      // A draft of a later version may use any of them.
      if (!draft) return;
      for (const id of neededSources(editsOf(draft), draft.sources)) needed.add(id);
    }
    for (const id of await db.getAllKeys("sounds"))
      if (!needed.has(id)) await db.delete("sounds", id);
    const own = await folder();
    for await (const [id, handle] of own as unknown as AsyncIterable<[string, FileSystemHandle]>) {
      if (needed.has(id) || handle.kind !== "file") continue;
      const { lastModified } = await (handle as FileSystemFileHandle).getFile();
      if (now - lastModified > MIN_AGE) await own.removeEntry(id);
    }
  },
};
