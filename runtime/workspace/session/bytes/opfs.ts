import type { ByteStore, ByteWriter } from "./byte-store.ts";
import { createRpcClient } from "#core/rpc/rpc.ts";
import type { OpfsError, OpfsRequest, OpfsResponse } from "./opfs-protocol.ts";
import { isQuota } from "#runtime/contract/quota.ts";

const FOLDER = "toolkit-workspace";

export interface OpfsOptions {
  readonly storage: StorageManager;
  /** Creates the worker that writes files in place, which documents cannot do. */
  readonly createWorker: () => Worker;
  readonly report: (error: unknown) => void;
}

const ignoreMissing = (error: unknown): void => {
  if ((error as DOMException | null)?.name !== "NotFoundError") throw error;
};

/**
 * Files in the origin private file system.
 * @throws if the browser has none or blocks it
 */
export async function openOpfs({ storage, createWorker, report }: OpfsOptions): Promise<ByteStore> {
  const folderOf = async (): Promise<FileSystemDirectoryHandle> =>
    (await storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  let folder = await folderOf();
  /**
   * Runs an operation in the folder, which is created again if the visitor has cleared the site's
   * data.
   */
  const inFolder = async <T>(
    work: (folder: FileSystemDirectoryHandle) => Promise<T>,
  ): Promise<T> => {
    try {
      return await work(folder);
    } catch (error) {
      if ((error as DOMException).name !== "NotFoundError") throw error;
      folder = await folderOf();
      return work(folder);
    }
  };
  const remove = (id: string): Promise<void> => folder.removeEntry(id).catch(ignoreMissing);

  const replace = async (id: string): Promise<ByteWriter> => {
    const file = await inFolder((own) => own.getFileHandle(id, { create: true }));
    const stream = await file.createWritable();
    return {
      write: (position, data) => stream.write({ type: "write", position, data: data as Blob }),
      close: () => stream.close(),
      async abort() {
        await stream.abort().catch(() => {});
        await remove(id);
      },
    };
  };
  let client: ReturnType<typeof createOpfsClient> | null = null;
  const writeInWorker = async (id: string): Promise<ByteWriter> => {
    client ??= createOpfsClient(createWorker());
    const { call } = client;
    await call({ call: "open", folder: FOLDER, id });
    /** The buffer of the last chunk, to be reused. */
    let spare = new ArrayBuffer(0);
    return {
      async write(position, data) {
        if (data instanceof Blob) return void (await call({ call: "write", id, position, data }));
        const size = data.byteLength;
        const buffer = spare.byteLength < size ? new ArrayBuffer(size) : spare;
        spare = new ArrayBuffer(0);
        new Uint8Array(buffer).set(bytesOf(data));
        spare = (await call({ call: "write", id, position, data: buffer, size })).data ?? spare;
      },
      close: async () => void (await call({ call: "close", id })),
      abort: async () => void (await call({ call: "abort", id })),
    };
  };
  // Safari before 26 can write only in workers.
  const replaces = "createWritable" in FileSystemFileHandle.prototype;
  const write = async (id: string): Promise<ByteWriter> => {
    try {
      return await writeInWorker(id);
    } catch (error) {
      if (!replaces || isQuota(error)) throw error;
      // Some privacy extensions block workers.
      report(error);
      return replace(id);
    }
  };

  return {
    kind: "opfs",
    write,
    replace: replaces ? replace : null,
    async put(id, blob) {
      const writer = await (replaces ? replace : write)(id);
      try {
        await writer.write(0, blob);
        await writer.close();
      } catch (error) {
        await writer.abort().catch(() => {});
        throw error;
      }
    },
    async get(id) {
      try {
        return await (await folder.getFileHandle(id)).getFile();
      } catch (error) {
        ignoreMissing(error);
        return null;
      }
    },
    delete: remove,
    async keys() {
      const names: string[] = [];
      for await (const name of folder.keys()) names.push(name);
      return names;
    },
  };
}

const bytesOf = (data: BufferSource): Uint8Array =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);

function createOpfsClient(worker: Worker) {
  const client = createRpcClient<(request: OpfsRequest) => Promise<OpfsResponse>>(
    (message) => worker.postMessage(message, "size" in message ? [message.data] : []),
    ({ message, name }: OpfsError) => new DOMException(message, name),
  );
  worker.addEventListener("message", ({ data }) => client.receive(data));
  worker.addEventListener("error", () =>
    client.fail(new DOMException("The worker failed", "UnknownError")),
  );
  return client;
}
