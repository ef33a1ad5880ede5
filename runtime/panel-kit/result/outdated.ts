import type { SteadyJob } from "../../workspace/contract/job.ts";
import type { JsonObject } from "../../workspace/contract/json.ts";
import type { EffectSetup } from "../settings/use-effect-setup.ts";

/**
 * Whether a result was made with other settings than those that are set now. Ranges that were kept are the
 * result's own; a format is none of them, since it is chosen when a result is saved.
 */
export function isOutdated(
  { params }: Pick<SteadyJob, "params">,
  { effect, values, model }: Pick<EffectSetup, "effect" | "values" | "model">,
): boolean {
  // Until its code is there nobody knows what is set.
  if (!effect) return false;
  const made = (params["values"] ?? {}) as Readonly<Record<string, unknown>>;
  const madeWith = params["model"] as { readonly id: string } | undefined;
  const isChanged = Object.entries(effect.parameters).some(
    ([name, { kind }]) => kind !== "ranges" && name in made && made[name] !== values[name],
  );
  return isChanged || (madeWith?.id ?? null) !== (model?.id ?? null);
}

/** Whether a job was given other values than those, of the parameters that count. */
export const isChanged = (
  { params }: Pick<SteadyJob, "params">,
  now: JsonObject,
  names: readonly string[],
): boolean => names.some((name) => JSON.stringify(params[name]) !== JSON.stringify(now[name]));

/** ms that a run may have taken for its result to follow the settings without being asked. */
const QUICK_MS = 2000;

/**
 * Whether the same file can be taken through the same effect again while somebody waits: by what the last
 * run took, from its first byte to its last. Of another network nobody knows.
 */
export const isQuick = (
  { started, ended, params }: Pick<SteadyJob, "started" | "ended" | "params">,
  { model }: Pick<EffectSetup, "model">,
): boolean =>
  started !== null &&
  ended !== null &&
  ended - started <= QUICK_MS &&
  params["part"] === undefined &&
  ((params["model"] as { readonly id: string } | undefined)?.id ?? null) === (model?.id ?? null);
