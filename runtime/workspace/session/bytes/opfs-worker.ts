import { createRpcServer } from "#core/rpc/rpc.ts";
import type { OpfsError, OpfsRequest, OpfsResponse } from "./opfs-protocol.ts";

/** TypeScript declares this type only in its worker library. */
interface SyncHandle {
  write(data: Uint8Array, options: { readonly at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

interface SyncFile {
  createSyncAccessHandle(): Promise<SyncHandle>;
}

/** Bytes of a blob that are read at once. */
const SLICE = 1024 * 1024;

const open = new Map<
  string,
  { readonly handle: SyncHandle; readonly folder: FileSystemDirectoryHandle }
>();

function writeAll(handle: SyncHandle, data: Uint8Array, position: number): void {
  let done = 0;
  while (done < data.byteLength) {
    const wrote = handle.write(data.subarray(done), { at: position + done });
    // Without space some browsers write less and report no error; Chromium's private windows return
    // a number larger than the number of bytes to write.
    if (!(wrote > 0 && wrote <= data.byteLength - done))
      throw new DOMException("No room", "QuotaExceededError");
    done += wrote;
  }
}

async function run(request: OpfsRequest): Promise<void> {
  if (request.call === "open") {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(request.folder, { create: true });
    const file = await folder.getFileHandle(request.id, { create: true });
    const handle = await (file as unknown as SyncFile).createSyncAccessHandle();
    handle.truncate(0);
    open.set(request.id, { handle, folder });
    return;
  }
  const found = open.get(request.id);
  if (!found) throw new DOMException("Not open", "InvalidStateError");
  const { handle, folder } = found;
  if (request.call === "write") {
    const { position } = request;
    if ("size" in request)
      return writeAll(handle, new Uint8Array(request.data, 0, request.size), position);
    for (let at = 0; at < request.data.size; at += SLICE) {
      const slice = await request.data.slice(at, at + SLICE).arrayBuffer();
      writeAll(handle, new Uint8Array(slice), position + at);
    }
    return;
  }
  open.delete(request.id);
  try {
    if (request.call === "close") handle.flush();
  } finally {
    handle.close();
  }
  if (request.call === "abort") await folder.removeEntry(request.id);
}

// Handled one after the other: writes of a file must not overtake each other.
const serve = createRpcServer(
  async (request: OpfsRequest): Promise<OpfsResponse> => {
    await run(request);
    return "size" in request ? { data: request.data } : {};
  },
  {
    post: (message, transfer: ArrayBuffer[]) => postMessage(message, { transfer }),
    transferOf: ({ data }) => (data ? [data] : []),
    toMessage: (error): OpfsError => {
      const { name, message } = error as Error;
      return { name, message };
    },
  },
);
addEventListener("message", ({ data }) => serve(data));
