import type { LICENSE_USES, ModelLicense } from "./models.ts";

type LicenseUse = (typeof LICENSE_USES)[number];

/**
 * What an operator does with a model. `offer`: visitors download it and run it on their devices.
 * `sell`: the operator's own server runs it, and visitors pay for the results.
 */
export type ModelUsage = "offer" | "sell";

/**
 * Who decides whether a license permits a usage: the license itself, the operator by accepting it
 * for their site (`models.accept`), or neither. Selling results is commercial, which no acceptance
 * changes.
 */
const RULES: Readonly<Record<LicenseUse, Readonly<Record<ModelUsage, boolean | "accepted">>>> = {
  any: { offer: true, sell: true },
  "non-commercial": { offer: "accepted", sell: false },
  "personal-research": { offer: "accepted", sell: false },
};

/**
 * Whether a site may use weights in a way.
 * @param isAccepted whether the operator has accepted the license for this site
 */
export function isPermitted(
  { use }: Pick<ModelLicense, "use">,
  usage: ModelUsage,
  isAccepted: boolean,
): boolean {
  const rule = RULES[use][usage];
  return rule === "accepted" ? isAccepted : rule;
}
