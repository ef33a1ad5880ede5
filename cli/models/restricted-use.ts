import type { Model } from "#core/models/models.ts";

/** A line on the license of weights that not everybody may use for every purpose; empty for others. */
export const describeRestrictedUse = ({ id, licence }: Pick<Model, "id" | "licence">): string =>
  licence.use === "any"
    ? ""
    : `${id}: ${licence.id}, for ${licence.use} use only; see ${licence.url}\n`;
