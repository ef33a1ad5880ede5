import { freemem } from "node:os";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import type { Model } from "#core/models/models.ts";
import type { createProgressBar } from "../audio/progress-bar.ts";
import type { Config } from "#core/site/config.ts";
import type { Context } from "../command-kit/context.ts";
import { folderOf, STORE_FOLDER } from "./choose-models.ts";
import { describeRestrictedUse } from "./restricted-use.ts";
import { type ModelFiles, modelFiles } from "./model-files.ts";
import { pullModel } from "./pull-model.ts";
import { loadLock } from "./registry.ts";

export interface OpenOptions {
  /** Reads the configuration of the site. */
  readonly loadConfig: () => Promise<Config>;
  /** Folder of the files; undefined: those of the site, and a model that is in none is downloaded. */
  readonly models: string | undefined;
  /** Writes messages. */
  readonly log: (text: string) => void;
  readonly bar: ReturnType<typeof createProgressBar>;
}

/**
 * The verified files of a model that a command is about to run. A model that is neither where
 * `toolkit models pull` puts it nor in the store of the site's server is downloaded into that store.
 * @throws {ToolkitError} MODEL_MEMORY, what `modelFiles` throws, and what `pullModel` throws
 */
export async function openModel(
  context: Context,
  model: Model,
  { loadConfig, models, log, bar }: OpenOptions,
): Promise<ModelFiles> {
  const { id, memory } = model;
  if (memory && memory.bytes > freemem())
    throw new ToolkitError("MODEL_MEMORY", { id, needed: memory.bytes, free: freemem() });
  log(describeRestrictedUse(model));
  const { root, home, cwd } = context;
  const lock = loadLock(root, home);
  if (models !== undefined) return modelFiles(model, lock, path.resolve(cwd, models));
  const config = await loadConfig();
  const store = path.join(root, STORE_FOLDER);
  const found = await filesIn(folderOf(root, undefined, config));
  if (found) return found;
  const stored = await filesIn(store);
  if (stored) return stored;
  const locked = lock.models[id]!;
  const bytes = locked.files.reduce((sum, file) => sum + file.bytes, 0);
  log(`Downloading ${id} (${(bytes / 1e6).toFixed(0)} MB) into ${store}, once …\n`);
  const { hub } = config.models;
  await pullModel(context, { model, lock: locked, folder: store, hub, bar });
  bar.clear();
  return modelFiles(model, lock, store);

  /** Null where a file is missing. */
  async function filesIn(folder: string): Promise<ModelFiles | null> {
    try {
      return await modelFiles(model, lock, folder);
    } catch (error) {
      if (error instanceof ToolkitError && error.code === "MODEL_ABSENT") return null;
      throw error;
    }
  }
}
