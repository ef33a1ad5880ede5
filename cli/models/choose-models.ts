import path from "node:path";
import { type Location, ToolkitError } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import type { Model } from "#core/models/models.ts";
import type { Config } from "#core/site/config.ts";

/**
 * The studio models of these ids, in their order.
 * @param otherwise those that are meant where none is named
 * @param location where they are named, if in a file
 * @throws {ToolkitError} MODEL_UNKNOWN, MODEL_BUILT_IN
 */
export function chooseModels(
  models: readonly Model[],
  ids: readonly string[],
  otherwise: (model: Model) => boolean,
  location?: Location,
): readonly Model[] {
  const studio = models.filter(({ tier }) => tier === "studio");
  if (ids.length === 0) return studio.filter(otherwise);
  return [...new Set(ids)].map((id) => {
    const found = studio.find((model) => model.id === id);
    if (found) return found;
    const options = location && { location };
    if (models.some((model) => model.id === id))
      throw new ToolkitError("MODEL_BUILT_IN", { id }, options);
    const all = studio.map((model) => model.id);
    const similar = findSimilar(id, all);
    const params = { id, ...(similar !== undefined && { similar }) };
    throw new ToolkitError("MODEL_UNKNOWN", params, options);
  });
}

/** Where the server of a site stores the models that it fetches, below the folder of the site. */
export const STORE_FOLDER = ".toolkit/models";

/** Where `pull` puts files, and `verify` looks for them: in the site itself, where it has them. */
export const folderOf = (root: string, out: string | undefined, { models }: Config): string =>
  path.resolve(
    root,
    out ?? (models.baseUrl.startsWith("/") ? `public${models.baseUrl}` : "models/files"),
  );
