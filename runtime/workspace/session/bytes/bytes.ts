import { FaultError } from "#runtime/contract/fault.ts";
import type { ByteStore } from "./byte-store.ts";
import { type ByteSink, openSink } from "./byte-sink.ts";
import { isQuota } from "#runtime/contract/quota.ts";

/** Bytes that are copied at once. */
const SLICE = 8 * 1024 * 1024;
/** Files that are copied at the same time. */
const COPIES = 2;

export interface SaveOptions {
  readonly signal?: AbortSignal;
  /** Progress of the copy, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/** Bytes of files and results: on the device if possible, else in memory. */
export interface Bytes {
  /** Holds a blob in memory, so that it can be used at once. */
  hold(id: string, blob: Blob): void;
  /** Whether it is only in memory. */
  isHeld(id: string): boolean;
  /**
   * Copies a held blob to the device and releases it from memory.
   * @returns false if there is no space or no storage: then it stays in memory
   * @throws {FaultError} `file.unreadable` if the file cannot be read; the signal's reason
   */
  save(id: string, options?: SaveOptions): Promise<boolean>;
  /** Opens a file for writing in chunks. Bytes for which the device has no space stay in memory. */
  sink(id: string): Promise<ByteSink>;
  /** @throws {FaultError} `file.missing` */
  open(id: string): Promise<Blob>;
  delete(id: string): Promise<void>;
  /** Ids of everything on the device. */
  keys(): Promise<string[]>;
}

interface BytesOptions {
  /** Called when it is first needed. */
  readonly open: () => Promise<ByteStore>;
  /** Free space in bytes; null if unknown. */
  readonly room: () => Promise<number | null>;
  /** Called with errors other than missing space. */
  readonly report: (error: unknown) => void;
}

/** Limits the number of concurrent tasks; they start in order. */
function limit(maxRunning: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxRunning) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

export function createBytes({ open, room, report }: BytesOptions): Bytes {
  const held = new Map<string, Blob>();
  /** Held files whose beginning is on the device under the same id. */
  const overlaid = new Set<string>();
  const inTurn = limit(COPIES);

  async function copy(
    store: ByteStore,
    { id, blob }: { readonly id: string; readonly blob: Blob },
    { signal, onProgress }: SaveOptions,
  ): Promise<void> {
    const write = store.replace ?? store.write;
    if (!write) {
      await readable(blob);
      await store.put(id, blob);
      return;
    }
    const writer = await write(id);
    try {
      for (let at = 0; at < blob.size; at += SLICE) {
        signal?.throwIfAborted();
        const slice = blob.slice(at, at + SLICE);
        await writer.write(at, slice).catch(async (error: unknown) => {
          if (isQuota(error)) throw error;
          // Either side may have failed: reading the source or writing the copy.
          await readable(slice);
          throw error;
        });
        onProgress?.(Math.min(1, (at + SLICE) / blob.size));
      }
      signal?.throwIfAborted();
      await writer.close();
    } catch (error) {
      await writer.abort().catch(() => {});
      throw error;
    }
  }

  return {
    hold(id, blob) {
      held.set(id, blob);
    },
    isHeld: (id) => held.has(id),
    async save(id, options = {}) {
      const blob = held.get(id);
      if (!blob) return true;
      const store = await open();
      if (store.kind === "memory" || (overlaid.has(id) && !store.replace)) return false;
      return inTurn(async () => {
        options.signal?.throwIfAborted();
        const free = await room();
        if (free !== null && free < blob.size) return false;
        try {
          await copy(store, { id, blob }, options);
        } catch (error) {
          if (options.signal?.aborted || error instanceof FaultError) throw error;
          if (!isQuota(error)) report(error);
          // No space, or a failing device: the original file can still be used.
          return false;
        }
        held.delete(id);
        overlaid.delete(id);
        return true;
      });
    },
    async sink(id) {
      const hold = (blob: Blob, over: boolean): void => {
        held.set(id, blob);
        if (over) overlaid.add(id);
      };
      return openSink({ store: await open(), id, hold });
    },
    async open(id) {
      const blob = held.get(id) ?? (await (await open()).get(id).catch(() => null));
      if (!blob) throw new FaultError("file.missing");
      return blob;
    },
    async delete(id) {
      held.delete(id);
      overlaid.delete(id);
      await (await open()).delete(id);
    },
    keys: async () => (await open()).keys(),
  };
}

/** @throws {FaultError} `file.unreadable` if nothing can be read */
async function readable(blob: Blob): Promise<void> {
  try {
    await blob.slice(0, 1).arrayBuffer();
  } catch (error) {
    throw new FaultError("file.unreadable", {}, error);
  }
}
