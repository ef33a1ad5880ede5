import { mkdtemp, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import type { LockedModel } from "#core/models/lock.ts";
import { coversOrigin } from "#core/models/offered.ts";
import { loadConfig } from "../../build/load/config.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";
import { renderProblems } from "../../command-kit/render-error.ts";
import { readText, writeAtomic } from "../../files/files.ts";
import { chooseModels } from "../../models/choose-models.ts";
import { type LockDeps, lockModel } from "../../models/lock-model.ts";
import { loadLock, loadRegistry, LOCK, lockText } from "../../models/registry.ts";

interface LockInput {
  readonly ids: readonly string[];
  readonly json?: boolean;
}

/** `toolkit models lock` */
export async function lockModels(context: Context, input: object): Promise<ExitCode> {
  const { ids, json } = input as LockInput;
  const registry = loadRegistry(context.root, context.home);
  const models = chooseModels(registry, ids, ({ unknown }) => unknown.length === 0);
  const { hub, storage } = (await loadConfig(context.root)).models;
  const origins = new Set<string>();
  const work = path.join(context.root, ".toolkit");
  await mkdir(work, { recursive: true });
  const folder = await mkdtemp(path.join(work, "models-"));
  const deps: LockDeps = {
    hub,
    folder,
    env: context.env,
    signal: context.signal,
    fetch: (url, init) => fetch(url, init),
    onStorage: (origin) => origins.add(origin),
  };
  const lock: Record<string, LockedModel> = { ...loadLock(context.root, context.home).models };
  for (const id of Object.keys(lock)) if (!registry.some((one) => one.id === id)) delete lock[id];
  const states: { readonly id: string; readonly state: "locked" | "changed" | "same" }[] = [];
  const problems: Problem[] = [];
  try {
    for (const model of models) {
      const { id, unknown } = model;
      try {
        if (unknown.length > 0)
          throw new ToolkitError("MODEL_NOT_READY", { id, unknown: unknown.join("; ") });
        const found = await lockModel(model, deps);
        const state = !lock[id]
          ? "locked"
          : JSON.stringify(lock[id]) === JSON.stringify(found)
            ? "same"
            : "changed";
        lock[id] = found;
        states.push({ id, state });
        if (!json) context.log(`${id}: ${state}\n`);
      } catch (error) {
        if (context.signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
        if (!(error instanceof ToolkitError)) throw error;
        problems.push(problem(error.code, error.params as never));
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const file = path.join(context.root, LOCK);
  const text = lockText({ version: 1, models: lock });
  if (states.length > 0 && readText(file) !== text) writeAtomic(file, text);
  const ok = problems.length === 0;
  for (const origin of origins)
    if (!coversOrigin(storage, origin))
      problems.push(problem("MODEL_STORAGE", { origin }, undefined, "warning"));
  if (json) context.print(`${JSON.stringify({ ok, models: states, problems })}\n`);
  else context.log(renderProblems(problems, context));
  return ok ? 0 : 1;
}
