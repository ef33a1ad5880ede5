import { randomUUID } from "node:crypto";
import { type Dirent, createReadStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { ObjectStore } from "../ports/object-store.ts";
import { checkKey } from "./key.ts";

/** Ending of a file that is being written. */
const DRAFT = ".draft";

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === "ENOENT";

/** Stores objects as files in a folder, accessible only to their owner. */
export function createFolderStore(root: string): ObjectStore {
  const fileOf = (key: string): string => path.join(root, ...checkKey(key).split("/"));
  return {
    put: async (key, chunks) => {
      const file = fileOf(key);
      const folder = path.dirname(file);
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      // The file is written and synced before it is renamed, so that readers never see a partial
      // file.
      const draft = `${file}.${randomUUID()}${DRAFT}`;
      try {
        const handle = await fs.open(draft, "wx", 0o600);
        try {
          await handle.writeFile(chunks);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await fs.rename(draft, file);
      } catch (error) {
        await fs.rm(draft, { force: true });
        throw error;
      }
    },
    get: async (key, range) => {
      let handle: fs.FileHandle;
      try {
        handle = await fs.open(fileOf(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
      const stream = createReadStream("", { fd: handle, ...range });
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
    },
    size: async (key) => {
      try {
        return (await fs.stat(fileOf(key))).size;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    list: (folder) => listFiles(fileOf(folder), folder),
    remove: (key) => fs.rm(fileOf(key), { force: true }),
  };
}

async function* listFiles(folder: string, key: string): AsyncGenerator<string> {
  let entries: AsyncIterable<Dirent>;
  try {
    entries = await fs.opendir(folder);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for await (const entry of entries)
    if (entry.isDirectory())
      yield* listFiles(path.join(folder, entry.name), `${key}/${entry.name}`);
    else if (!entry.name.endsWith(DRAFT)) yield `${key}/${entry.name}`;
}
