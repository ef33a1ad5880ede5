import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "../../core/errors/errors.ts";
import { requireUtf8 } from "../files/read-utf8.ts";
import type { Config } from "../../core/site/config.ts";
import type { Model, OfferedModel } from "../../core/models/models.ts";
import { offeredModels, registrySchema } from "../../core/models/models.ts";

const FILE = "models/registry.json";
/** Folder of this program. */
const HOME = path.resolve(import.meta.dirname, "../..");

/**
 * The nets that the site knows: those of its own registry, or else those of the program.
 * @throws {ToolkitError} MODEL_REGISTRY, ENCODING_INVALID
 */
export function loadRegistry(root: string, home: string): readonly Model[] {
  const own = path.join(root, FILE);
  const folder = fs.existsSync(own) ? root : home;
  const file = path.join(folder, FILE);
  const text = requireUtf8(folder, FILE) ?? "";
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const detail = (error as Error).message;
    throw new ToolkitError("MODEL_REGISTRY", { file, detail }, { cause: error });
  }
  const result = registrySchema.safeParse(json);
  if (result.success) return result.data.models;
  const [first] = result.error.issues;
  const detail = `${first!.path.join(".") || "the file"}: ${first!.message}`;
  throw new ToolkitError("MODEL_REGISTRY", { file, detail });
}

/** What the browsers of a site's visitors may load. */
export const offeredIn = (root: string, { models }: Config): readonly OfferedModel[] =>
  offeredModels(loadRegistry(root, HOME), models.baseUrl);
