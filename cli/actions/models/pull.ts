import { isPermitted } from "#core/models/permitted.ts";
import { loadConfig } from "../../build/load/config.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";
import { renderProblems } from "../../command-kit/render-error.ts";
import { chooseModels, folderOf } from "../../models/choose-models.ts";
import { pullModels } from "../../models/pull-models.ts";
import { loadLock, loadRegistry } from "../../models/registry.ts";

interface PullInput {
  readonly ids: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

/** `toolkit models pull` */
export default async function pull(context: Context, input: object): Promise<ExitCode> {
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
  const log = json ? () => {} : context.log;
  const { files, problems } = await pullModels(context, models, { lock, folder, hub, log });
  const ok = problems.length === 0;
  if (json) context.print(`${JSON.stringify({ ok, folder, files, problems })}\n`);
  else context.log(renderProblems(problems, context) + (ok ? `In ${folder}\n` : ""));
  return ok ? 0 : 1;
}
