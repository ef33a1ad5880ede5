import path from "node:path";
import type { Settings } from "../deps/settings.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import { createFolderStore } from "./folder-store.ts";
import { parseS3 } from "./s3-location.ts";
import { createS3Store } from "./s3-store.ts";

/** Opens the configured store: a bucket, a folder, or a folder in the server's data folder. */
export function openStore(
  { objectStore, dataFolder, root }: Pick<Settings, "objectStore" | "dataFolder" | "root">,
  clock: () => number,
): ObjectStore {
  if (objectStore?.startsWith("s3:"))
    return createS3Store(parseS3(objectStore), { fetch: globalThis.fetch, clock });
  const folder = objectStore?.slice("folder:".length) ?? path.join(dataFolder, "objects");
  return createFolderStore(path.resolve(root, folder));
}
