import { missingStems } from "#audio/separation/net-stems.ts";
import { type SeparationPreset, SEPARATION_PRESETS } from "#audio/separation/presets.ts";
import { isStemsForm } from "#core/models/forms.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import type { Config } from "#core/site/config.ts";
import { hollowToolsIn, offeredIn, requireJobModels } from "./registry.ts";

/** Whether a site offers a studio model for the tool of a panel's preset, or for any without them. */
export type OffersModel = (panel?: string, preset?: string) => boolean;

/** Panels that separate the vocals of a song, whatever their preset. */
const VOCALS = new Set(["karaoke", "cover"]);

/** Knows the tools that separate songs: a model serves those whose stems it separates. */
export const offersModelOf =
  (offered: readonly OfferedModel[]): OffersModel =>
  (panel, preset = "") => {
    if (panel === undefined) return offered.length > 0;
    const separated = VOCALS.has(panel) ? "vocals" : panel === "separation" ? preset : "";
    if (!Object.hasOwn(SEPARATION_PRESETS, separated)) return false;
    return offered.some(
      ({ form }) =>
        isStemsForm(form) && missingStems(separated as SeparationPreset, form.stems).length === 0,
    );
  };

/**
 * What a site offers: the models for its visitors, and what they mean for its tools.
 * @throws {ToolkitError} MODEL_REGISTRY, MODEL_LOCK, MODEL_UNKNOWN, MODEL_BUILT_IN
 */
export function offersIn(root: string, config: Config) {
  requireJobModels(root, config);
  const models = offeredIn(root, config);
  return {
    models,
    findHollow: hollowToolsIn(root, config),
    offersModel: offersModelOf(models),
  };
}
