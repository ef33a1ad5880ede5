import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { type LockedModel, type ModelLock, lockState } from "#core/models/lock.ts";
import type { Model } from "#core/models/models.ts";
import { checkFile } from "./pull-file.ts";

export interface ModelFiles {
  /** Paths, by the roles of the form. */
  readonly files: Readonly<Record<string, string>>;
  readonly locked: LockedModel;
}

/**
 * The files of a model that is on the disk, verified.
 * @throws {ToolkitError} MODEL_UNCHECKED, MODEL_STALE, MODEL_ABSENT, MODEL_ALTERED
 */
export async function modelFiles(
  model: Model,
  { models }: ModelLock,
  folder: string,
): Promise<ModelFiles> {
  const { id } = model;
  const locked = models[id];
  if (!locked) throw new ToolkitError("MODEL_UNCHECKED", { id });
  if (lockState(model, locked) === "stale") throw new ToolkitError("MODEL_STALE", { id });
  const files: Record<string, string> = {};
  for (const file of locked.files) {
    const target = path.join(folder, file.path);
    const state = await checkFile(target, file);
    if (state === "missing") throw new ToolkitError("MODEL_ABSENT", { file: target });
    if (state === "damaged") throw new ToolkitError("MODEL_ALTERED", { file: target });
    files[file.role] = target;
  }
  return { files, locked };
}
