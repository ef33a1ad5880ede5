import type { Model } from "#core/models/models.ts";
import { type LockedModel, type LockState, lockState } from "#core/models/lock.ts";
import { type NotOffered, offerOf } from "#core/models/offered.ts";
import { isPermitted } from "#core/models/permitted.ts";
import { loadConfig } from "../../build/load/config.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";
import { renderTable } from "../../command-kit/render-table.ts";
import { loadLock, loadRegistry, offerSettings } from "../../models/registry.ts";

/** Why visitors are not offered a model, in words. */
const REASONS: Readonly<Record<NotOffered, string>> = {
  unlocked: "no: not locked",
  stale: "no: lock out of date",
  "no-form": "no: nothing runs it yet",
  "not-accepted": "no: license not accepted",
  surpassed: "no: the built-in engine is better",
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
  /** Bytes of all files; null if they are not locked. */
  readonly bytes: number | null;
  readonly files: readonly object[];
  /** Whether visitors can use it; always true for what is built in. */
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
    ({ id, task, bytes, licence, state, offered, reason, unknown, mayBeSold }) => {
      const unready = reason === "unlocked" && unknown.length > 0;
      return [
        id,
        task,
        bytes === null ? "?" : `${(bytes / 1e6).toFixed(1)} MB`,
        licence.use === "any" ? licence.id : `${licence.id} (${licence.use})`,
        state,
        offered ? "yes" : unready ? "no: facts are missing" : REASONS[reason!],
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
    offered: reason === null,
    mayBeSold: isPermitted(licence, "sell", settings.accept.includes(id)),
  };
}
