import type { Job } from "../../workspace/contract/job.ts";
import type { EffectSetup } from "../settings/use-effect-setup.ts";

/**
 * Whether a result was made with other settings than those that are set now. Ranges that were kept are the
 * result's own; a format is none of them, since it is chosen when a result is saved.
 */
export function isOutdated(
  { params }: Pick<Job, "params">,
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
