import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import type { ModelLock } from "#core/models/lock.ts";
import type { Model } from "#core/models/models.ts";
import { createProgressBar } from "../audio/progress-bar.ts";
import type { Context } from "../command-kit/context.ts";
import { type PullState, pullModel } from "./pull-model.ts";
import { recordPull } from "./refused-downloads.ts";
import { describeRestrictedUse } from "./restricted-use.ts";

export interface PullModelsOptions {
  readonly lock: ModelLock;
  /** Folder of the files. */
  readonly folder: string;
  /** Address of the hub. */
  readonly hub: string;
  /** Writes messages; progress is shown where they are shown. */
  readonly log: (text: string) => void;
}

export interface PulledModels {
  readonly files: readonly { readonly file: string; readonly state: PullState }[];
  readonly problems: readonly Problem[];
}

/** Downloads models one by one, past those that fail. @throws {ToolkitError} if the signal aborts */
export async function pullModels(
  context: Context,
  models: readonly Model[],
  { lock, folder, hub, log }: PullModelsOptions,
): Promise<PulledModels> {
  const bar = createProgressBar(log, context.interactive);
  const files: { readonly file: string; readonly state: PullState }[] = [];
  const problems: Problem[] = [];
  for (const model of models) {
    try {
      log(describeRestrictedUse(model));
      const pulled = await pullModel(context, {
        model,
        lock: lock.models[model.id],
        folder,
        hub,
        bar,
      });
      for (const { path: file, state } of pulled) {
        files.push({ file, state });
        bar.clear();
        log(`${file}: ${state}\n`);
      }
      recordPull(context.root, model.id, null, new Date());
    } catch (error) {
      if (context.signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
      if (!(error instanceof ToolkitError)) throw error;
      const found = problem(error.code, error.params as never);
      problems.push(found);
      recordPull(context.root, model.id, found, new Date());
    } finally {
      bar.clear();
    }
  }
  return { files, problems };
}
