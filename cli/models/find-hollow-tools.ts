import type { Model } from "#core/models/models.ts";
import type { ModelLock } from "#core/models/lock.ts";
import { type NotOffered, type OfferSettings, offerOf } from "#core/models/offered.ts";
import type { Config } from "#core/site/config.ts";
import { promiseOf } from "#core/tools/promises.ts";

/** Why a tool cannot do what its name promises on a site. */
export interface HollowTool {
  /** What visitors expect to get. */
  readonly result: string;
  /** The model that takes the least to offer, and why it is not offered; null if there is none. */
  readonly model: { readonly id: string; readonly reason: NotOffered } | null;
}

/** Finds out whether the tool of a panel's preset is hollow. */
export type FindHollow = (panel: string, preset: string) => HollowTool | undefined;

/** In the order of what they take: a command, a setting, a decision about a license, a new model. */
const REASONS: readonly NotOffered[] = [
  "not-here",
  "no-address",
  "unlocked",
  "stale",
  "not-accepted",
  "surpassed",
  "no-form",
];

/**
 * Finds tools whose engine a site does not offer: neither built in, nor as a studio model, nor hosted.
 * @param settings what decides which models the site offers
 */
export const findHollowTools =
  (
    config: Pick<Config, "hosted" | "tts">,
    models: readonly Model[],
    { lock, settings }: { readonly lock: ModelLock; readonly settings: OfferSettings },
  ): FindHollow =>
  (panel, preset) => {
    const promised = promiseOf(panel, preset);
    if (!promised || promised.isWithoutModel(config)) return undefined;
    const able = models.filter((model) => model.tier === "studio" && promised.fits(model));
    const reasons = able.map((model) => ({
      id: model.id,
      reason: offerOf(model, lock.models[model.id], settings).reason,
    }));
    if (reasons.some(({ reason }) => reason === null)) return undefined;
    const [model = null] = REASONS.flatMap((reason) =>
      reasons.flatMap((each) => (each.reason === reason ? [{ id: each.id, reason }] : [])),
    );
    return { result: promised.result, model };
  };
