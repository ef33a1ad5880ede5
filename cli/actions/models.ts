import type { Model } from "#core/models/models.ts";
import { type LockedModel, type LockState, lockState } from "#core/models/lock.ts";
import { type NotOffered, offerOf } from "#core/models/offered.ts";
import { isPermitted } from "#core/models/permitted.ts";
import { type Problem, problem } from "#core/errors/errors.ts";
import { loadConfig } from "../build/load/config.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { renderProblems } from "../command-kit/render-error.ts";
import { renderTable } from "../command-kit/render-table.ts";
import { chooseModels, folderOf } from "../models/choose-models.ts";
import { checkFile } from "../models/pull-file.ts";
import { loadLock, loadRegistry, offerSettings } from "../models/registry.ts";
import path from "node:path";

/** Why visitors are not offered a model, in words. */
const REASONS: Readonly<Record<NotOffered, string>> = {
  unlocked: "no: not locked",
  stale: "no: lock out of date",
  "no-form": "no: nothing runs it yet",
  "not-accepted": "no: license not accepted",
  "no-address": "no: pull it, and set models.baseUrl",
  "not-here": "no: not pulled",
};

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly tier: string;
  readonly licence: Model["licence"];
  readonly languages: readonly string[];
  readonly state: LockState | "built-in";
  /** Bytes of all files; null where nobody has locked them. */
  readonly bytes: number | null;
  readonly files: readonly object[];
  readonly offered: boolean;
  /** Whether a server of the operator may run it, and sell the results. */
  readonly mayBeSold: boolean;
  readonly reason: NotOffered | null;
  readonly unknown: readonly string[];
}

/** `toolkit models list` */
export async function listModels(context: Context, input: object): Promise<ExitCode> {
  const { json } = input as { readonly json?: boolean };
  const config = await loadConfig(context.root);
  const lock = loadLock(context.root, context.home);
  const settings = offerSettings(context.root, config);
  const models = loadRegistry(context.root, context.home).map((model) =>
    listed(model, lock.models[model.id], settings),
  );
  if (json) {
    context.print(`${JSON.stringify({ ok: true, models })}\n`);
    return 0;
  }
  const rows = models.map(
    ({ id, task, bytes, licence, state, offered, reason, tier, unknown, mayBeSold }) => {
      const unready = reason === "unlocked" && unknown.length > 0;
      return [
        id,
        task,
        bytes === null ? "?" : `${(bytes / 1e6).toFixed(1)} MB`,
        licence.use === "any" ? licence.id : `${licence.id} (${licence.use})`,
        state,
        tier === "built-in" || offered
          ? "yes"
          : unready
            ? "no: facts are missing"
            : REASONS[reason!],
        mayBeSold ? "yes" : "no",
      ];
    },
  );
  const head = ["model", "task", "size", "license", "lock", "offered", "for sale"];
  context.print(renderTable(head, rows, context.printsToTerminal, ["start", "start", "end"]));
  return 0;
}

function listed(
  model: Model,
  lock: LockedModel | undefined,
  settings: ReturnType<typeof offerSettings>,
): Listed {
  const { id, name, task, tier, licence, languages, unknown } = model;
  const isBuiltIn = tier === "built-in";
  const files = isBuiltIn ? model.files : (lock?.files ?? model.files);
  const sizes = files.map((file) => ("bytes" in file ? file.bytes : undefined));
  const { reason } = isBuiltIn ? { reason: null } : offerOf(model, lock, settings);
  return {
    id,
    name,
    task,
    tier,
    licence,
    languages,
    unknown,
    files,
    reason,
    state: isBuiltIn ? "built-in" : lockState(model, lock),
    bytes: sizes.some((size) => size === undefined)
      ? null
      : sizes.reduce<number>((sum, size) => sum + size!, 0),
    offered: !isBuiltIn && reason === null,
    mayBeSold: isPermitted(licence, "sell", settings.accept.includes(id)),
  };
}

interface VerifyInput {
  readonly ids: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

/** `toolkit models verify` */
export async function verifyModels(context: Context, input: object): Promise<ExitCode> {
  const { ids, out, json } = input as VerifyInput;
  const config = await loadConfig(context.root);
  const lock = loadLock(context.root, context.home);
  const folder = folderOf(context.root, out, config);
  const models = chooseModels(
    loadRegistry(context.root, context.home),
    ids,
    ({ id }) => lock.models[id] !== undefined,
  );
  const files: { readonly file: string; readonly state: string }[] = [];
  const problems: Problem[] = [];
  for (const model of models) {
    const { id } = model;
    const state = lockState(model, lock.models[id]);
    if (state === "unlocked") problems.push(problem("MODEL_UNCHECKED", { id }));
    if (state === "stale") problems.push(problem("MODEL_STALE", { id }));
    for (const file of lock.models[id]?.files ?? []) {
      const target = path.join(folder, file.path);
      const found = await checkFile(target, file);
      files.push({ file: file.path, state: found });
      if (found === "missing") problems.push(problem("MODEL_ABSENT", { file: target }));
      if (found === "damaged") problems.push(problem("MODEL_ALTERED", { file: target }));
      if (!json) context.log(`${file.path}: ${found}\n`);
    }
  }
  const ok = problems.length === 0;
  if (json) context.print(`${JSON.stringify({ ok, folder, files, problems })}\n`);
  else context.log(renderProblems(problems, context));
  return ok ? 0 : 1;
}
