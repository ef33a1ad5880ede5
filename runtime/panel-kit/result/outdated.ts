import type { SteadyJob } from "../../contract/job.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { EffectSetup } from "../settings/use-effect-setup.ts";

/**
 * Whether a result was made with other settings. Ranges that the visitor kept belong to the result,
 * and the output format is chosen when it is saved.
 */
export function isOutdated(
  { params }: Pick<SteadyJob, "params">,
  { effect, values, model }: Pick<EffectSetup, "effect" | "values" | "model">,
): boolean {
  // Until the effect is loaded its settings are unknown.
  if (!effect) return false;
  const made = (params["values"] ?? {}) as Readonly<Record<string, unknown>>;
  const madeWith = params["model"] as { readonly id: string } | undefined;
  const isChanged = Object.entries(effect.parameters).some(
    ([name, { kind }]) => kind !== "ranges" && name in made && made[name] !== values[name],
  );
  return isChanged || (madeWith?.id ?? null) !== (model?.id ?? null);
}

/** Whether a job had other values of the given parameters. */
export const isChanged = (
  { params }: Pick<SteadyJob, "params">,
  now: JsonObject,
  names: readonly string[],
): boolean => names.some((name) => JSON.stringify(params[name]) !== JSON.stringify(now[name]));

/** Maximum duration in ms of a run whose result follows the settings without a click. */
const QUICK_MS = 2000;

/**
 * Whether running the effect again on the same file is fast enough to do it without a click, judged
 * by the duration of the last run. The duration of other models is unknown.
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
