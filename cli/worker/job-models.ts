import fs from "node:fs";
import path from "node:path";
import type { JobFault } from "#core/jobs/job-faults.ts";
import type { ServerTask } from "#core/jobs/server-task.ts";
import { inferenceGraphs } from "#core/models/inference-graphs.ts";
import { type OfferSettings, offeredModels } from "#core/models/offered.ts";
import { isPermitted } from "#core/models/permitted.ts";
import { recommendedModel } from "#core/models/recommended-model.ts";
import type { Config } from "#core/site/config.ts";
import { folderOf, STORE_FOLDER } from "../models/choose-models.ts";
import { modelFiles } from "../models/model-files.ts";
import { loadLock, loadRegistry } from "../models/registry.ts";
import type { JobModel } from "./job-messages.ts";

export interface ModelFolders {
  /** Folders of the site and of the program. */
  readonly root: string;
  readonly home: string;
  readonly config: Config;
  /** Whether a model runs on inference servers; missing: none does. */
  readonly runsElsewhere?: (id: string) => boolean;
}

export type FindJobModel = (task: ServerTask) => Promise<JobModel | JobFault | null>;

/**
 * Finds the models of tasks among those that `toolkit models pull` and the site's server have
 * stored. The license has to permit selling results. The checksums are verified for each job, so
 * that a damaged disk makes jobs fail instead of changing their results.
 * @returns a function that returns null if the task needs no model
 */
export const createFindJobModel =
  ({ root, home, config, runsElsewhere }: ModelFolders): FindJobModel =>
  async (task) => {
    if (task.call === "cover" || (task.call !== "transcribe" && task.model === undefined))
      return null;
    const lock = loadLock(root, home);
    const sold = loadRegistry(root, home).filter(({ id, licence }) =>
      isPermitted(licence, "sell", config.models.accept.includes(id)),
    );
    if (task.model !== undefined && !sold.some(({ id }) => id === task.model))
      return "model_refused";
    const folders = [folderOf(root, undefined, config), path.join(root, STORE_FOLDER)];
    const folderWith = (file: { readonly path: string; readonly bytes: number }) =>
      folders.find(
        (folder) =>
          fs.statSync(path.join(folder, file.path), { throwIfNoEntry: false })?.size === file.bytes,
      );
    const settings: OfferSettings = {
      ...config.models,
      baseUrl: "/models",
      has: (file) => folderWith(file) !== undefined,
    };
    const stored = offeredModels(sold, lock, settings);
    const language = (task.call === "transcribe" && task.language) || null;
    const model =
      task.model === undefined
        ? recommendedModel(stored, language)
        : stored.find(({ id }) => id === task.model);
    if (!model) return "model_missing";
    const { id, name, languages, form, files } = model;
    const own = sold.find((each) => each.id === id)!;
    const folder = folderWith(lock.models[id]!.files[0]!)!;
    const found = { id, name, languages, form, files };
    const remote = runsElsewhere?.(id) === true ? inferenceGraphs(own) : null;
    if (remote) return { ...found, paths: {}, graphs: remote.graphs };
    const { files: paths } = await modelFiles(own, lock, folder);
    return { ...found, paths, graphs: null };
  };
