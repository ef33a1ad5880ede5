import { missingStems } from "#audio/separation/net-stems.ts";
import { type SeparationPreset, SEPARATION_PRESETS } from "#audio/separation/presets.ts";
import { isStemsForm } from "#core/models/forms.ts";
import type { OfferedModel } from "#core/models/offered.ts";

/** Whether a site offers a studio model for the tool of a panel's preset. */
export type OffersModel = (panel: string, preset: string) => boolean;

/** Knows the tools that separate songs: a model serves those whose stems it separates. */
export const offersModelOf =
  (offered: readonly OfferedModel[]): OffersModel =>
  (panel, preset) =>
    panel === "separation" &&
    Object.hasOwn(SEPARATION_PRESETS, preset) &&
    offered.some(
      ({ form }) =>
        isStemsForm(form) && missingStems(preset as SeparationPreset, form.stems).length === 0,
    );
