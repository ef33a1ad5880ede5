import { FaultError } from "#runtime/contract/fault.ts";
import type { SinkChunk } from "#runtime/contract/sinks/sink-chunk.ts";
import type { ByteStore, ByteWriter } from "./byte-store.ts";
import { createSparseFile } from "#runtime/contract/sinks/sparse-file.ts";
import { isQuota } from "#runtime/contract/quota.ts";

/** A file that is written in chunks. */
export interface ByteSink {
  readonly stream: WritableStream<SinkChunk>;
  /** Closes the file. @returns its size, and whether it is on the device */
  finish(): Promise<{ readonly size: number; readonly stored: boolean }>;
  /** Deletes it; never fails. */
  discard(): Promise<void>;
}

interface SinkOptions {
  readonly store: ByteStore;
  readonly id: string;
  /** Holds a blob in memory. @param over whether its beginning is on the device */
  readonly hold: (blob: Blob, over: boolean) => void;
}

/** Writes to the device, and continues in memory once there is no space left. */
export async function openSink({ store, id, hold }: SinkOptions): Promise<ByteSink> {
  let writer: ByteWriter | null = null;
  let sparseFile: ReturnType<typeof createSparseFile> | null = null;
  /** Whether the file on the device has the beginning of the blob in memory. */
  let over = false;
  let position = 0;
  let size = 0;
  let closed = false;

  /** The file on the device is closed, and the rest is held in memory. */
  async function toMemory(cause: unknown): Promise<void> {
    try {
      await writer!.close();
      const base = await store.get(id);
      if (!base) throw new DOMException("Nothing was kept", "NotFoundError");
      sparseFile = createSparseFile(base);
      writer = null;
      over = true;
    } catch {
      throw new FaultError("storage.full", {}, cause);
    }
  }
  try {
    writer = (await store.write?.(id)) ?? null;
  } catch (error) {
    if (!isQuota(error)) throw error;
  }
  if (!writer) sparseFile = createSparseFile();

  const stream = new WritableStream<SinkChunk>({
    async write(chunk) {
      const { position: at, data } = "position" in chunk ? chunk : { position, data: chunk };
      position = at + (data instanceof Blob ? data.size : data.byteLength);
      size = Math.max(size, position);
      try {
        await writer?.write(at, data);
      } catch (error) {
        if (!isQuota(error)) throw error;
        await toMemory(error);
      }
      sparseFile?.write(at, data);
    },
    async close() {
      await writer?.close();
      closed = true;
    },
  });

  return {
    stream,
    async finish() {
      if (!closed) await stream.close();
      if (!sparseFile) return { size, stored: true };
      const blob = sparseFile.toBlob();
      const stored = !store.write && store.kind !== "memory" && (await keep(store, id, blob));
      if (!stored) hold(blob, over);
      return { size, stored };
    },
    async discard() {
      closed = true;
      await writer?.abort().catch(() => {});
      await store.delete(id).catch(() => {});
    },
  };
}

const keep = (store: ByteStore, id: string, blob: Blob): Promise<boolean> =>
  store.put(id, blob).then(
    () => true,
    () => false,
  );
