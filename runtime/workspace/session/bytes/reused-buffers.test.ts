import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { draftStore } from "#runtime/panel-kit/draft/draft-store.ts";
import type { SinkChunk } from "#runtime/contract/sinks/sink-chunk.ts";
import { createMemorySink } from "#runtime/contract/sinks/memory-sink.ts";
import { createSparseFile } from "#runtime/contract/sinks/sparse-file.ts";
import { createFakeStore } from "../test-session.ts";
import { openSink } from "./byte-sink.ts";
import type { ByteStore } from "./byte-store.ts";
import type { OpfsRequest } from "./opfs-protocol.ts";
import { openOpfs } from "./opfs.ts";

afterEach(() => vi.unstubAllGlobals());

interface Target {
  readonly stream: WritableStream<SinkChunk>;
  /** The written file. */
  finish(): Promise<Blob>;
}

/** Positions of the chunks; the last one overwrites the first. */
const CHUNKS = [
  { position: 0, size: 5 },
  { position: 5, size: 7 },
  { position: 20, size: 4 },
  { position: 2, size: 3 },
] as const;

/** Writes chunks as the engine does: it reuses each buffer after it was written. */
async function writeReused({ stream, finish }: Target): Promise<void> {
  const expected = new Uint8Array(24);
  const writer = stream.getWriter();
  for (const [at, { position, size }] of CHUNKS.entries()) {
    const data = new Uint8Array(size).fill(at + 1);
    expected.set(data, position);
    await writer.write({ type: "write", position, data });
    // The buffer was not transferred, either.
    expect(data.byteLength).toBe(size);
    data.fill(0xee);
    structuredClone(data.buffer, { transfer: [data.buffer] });
  }
  writer.releaseLock();
  expect(new Uint8Array(await (await finish()).arrayBuffer())).toEqual(expected);
}

async function targetIn(store: ByteStore): Promise<Target> {
  let held: Blob | null = null;
  const sink = await openSink({ store, id: "one", hold: (blob) => (held = blob) });
  return {
    stream: sink.stream,
    async finish() {
      await sink.finish();
      return held ?? (await store.get("one"))!;
    },
  };
}

/** A fake file system with a worker that writes; files are sparse. */
function fakeFileSystem() {
  const files = new Map<string, ReturnType<typeof createSparseFile>>();
  const folder = {
    getDirectoryHandle: async () => folder,
    getFileHandle: async (id: string) => ({ getFile: async () => files.get(id)!.toBlob() }),
    removeEntry: async () => {},
  };
  const listeners: ((event: { data: object }) => void)[] = [];
  const worker = {
    addEventListener: (kind: string, listener: (event: { data: object }) => void) =>
      void (kind === "message" && listeners.push(listener)),
    postMessage(message: OpfsRequest & { readonly turn: number }, transfer: ArrayBuffer[]) {
      const received = structuredClone(message, { transfer });
      queueMicrotask(() => {
        if (received.call === "open") files.set(received.id, createSparseFile());
        if (received.call === "write" && "size" in received)
          files
            .get(received.id)!
            .write(received.position, new Uint8Array(received.data, 0, received.size));
        const back = "size" in received ? { data: received.data } : {};
        for (const listener of listeners) listener({ data: { turn: received.turn, ...back } });
      });
    },
  };
  const storage = { getDirectory: async () => folder } as unknown as StorageManager;
  return { storage, createWorker: () => worker as unknown as Worker };
}

it("TLS-1 a result in memory is not of buffers that were lent", async () => {
  const { sink, toBlob } = createMemorySink();
  await writeReused({ stream: sink, finish: async () => toBlob() });
});

it.each([
  ["a device", createFakeStore()],
  ["a device that is full after the first piece", createFakeStore({ quota: 6 })],
  ["a database of whole files", createFakeStore({ whole: true })],
  ["a database without room", createFakeStore({ whole: true, quota: 6 })],
])("TLS-1 a result on %s is not of buffers that were lent", async (_, store) => {
  await writeReused(await targetIn(store));
});

it("TLS-1 a result in the browser's file system is not of buffers that were lent", async () => {
  vi.stubGlobal("FileSystemFileHandle", class {});
  const store = await openOpfs({ ...fakeFileSystem(), report: () => {} });
  await writeReused(await targetIn(store));
});

it("TLS-1 a sound of the editor is not of buffers that were lent", async () => {
  const { stream, finish } = await draftStore.createSound();
  await writeReused({ stream, finish });
});

it("TLS-1 there are no other places that buffers are lent to", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const made = fs
    .readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.tsc|\.test\./.test(file))
    .filter((file) => fs.readFileSync(path.join(root, file), "utf8").includes("new WritableStream"))
    .map((file) => file.replaceAll(path.sep, "/"));
  expect(made.toSorted()).toEqual([
    // In the worker itself.
    "audio/worker/video/open-picture-file.ts",
    "contract/sinks/memory-sink.ts",
    // Output that is never read.
    "panels/translator/job.ts",
    "workspace/session/bytes/byte-sink.ts",
  ]);
});
