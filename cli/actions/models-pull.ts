import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import { isPermitted } from "#core/models/permitted.ts";
import { createProgressBar } from "../audio/progress-bar.ts";
import { loadConfig } from "../build/load/config.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { renderProblems } from "../command-kit/render-error.ts";
import { chooseModels, folderOf } from "../models/choose-models.ts";
import { describeRestrictedUse } from "../models/restricted-use.ts";
import { type PullState, pullModel } from "../models/pull-model.ts";
import { loadLock, loadRegistry } from "../models/registry.ts";

interface PullInput {
  readonly ids: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

/** `toolkit models pull` */
export async function pullModels(context: Context, input: object): Promise<ExitCode> {
  const { ids, out, json } = input as PullInput;
  const config = await loadConfig(context.root);
  const { accept, hub } = config.models;
  const lock = loadLock(context.root, context.home);
  const models = chooseModels(
    loadRegistry(context.root, context.home),
    ids,
    // By its name, any; without one, what the site may offer.
    ({ id, licence }) =>
      lock.models[id] !== undefined && isPermitted(licence, "offer", accept.includes(id)),
  );
  const folder = folderOf(context.root, out, config);
  const bar = createProgressBar(context.log, context.interactive && !json);
  const files: { readonly file: string; readonly state: PullState }[] = [];
  const problems: Problem[] = [];
  for (const model of models) {
    try {
      if (!json) context.log(describeRestrictedUse(model));
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
        if (!json) context.log(`${file}: ${state}\n`);
      }
    } catch (error) {
      if (context.signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
      if (!(error instanceof ToolkitError)) throw error;
      problems.push(problem(error.code, error.params as never));
    } finally {
      bar.clear();
    }
  }
  const ok = problems.length === 0;
  if (json) context.print(`${JSON.stringify({ ok, folder, files, problems })}\n`);
  else context.log(renderProblems(problems, context) + (ok ? `In ${folder}\n` : ""));
  return ok ? 0 : 1;
}
