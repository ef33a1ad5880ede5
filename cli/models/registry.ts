import fs from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { ToolkitError } from "#core/errors/errors.ts";
import { type ModelLock, lockSchema } from "#core/models/lock.ts";
import { type Model, registrySchema } from "#core/models/models.ts";
import { type OfferedModel, type OfferSettings, offeredModels } from "#core/models/offered.ts";
import type { Config } from "#core/site/config.ts";
import { digestOfHex } from "../files/hash.ts";
import { chooseModels } from "./choose-models.ts";
import { type FindHollow, findHollowTools } from "./find-hollow-tools.ts";
import { requireUtf8 } from "../files/read-utf8.ts";

const REGISTRY = "models/registry.json";
export const LOCK = "models/lock.json";
/** Folder of this program. */
const HOME = path.resolve(import.meta.dirname, "../..");

/**
 * The nets that the site knows: those of its own registry, or else those of the program.
 * @throws {ToolkitError} MODEL_REGISTRY, ENCODING_INVALID
 */
export function loadRegistry(root: string, home: string): readonly Model[] {
  const folder = fs.existsSync(path.join(root, REGISTRY)) ? root : home;
  return read(folder, REGISTRY, registrySchema, "MODEL_REGISTRY").models;
}

/**
 * Which bytes the nets are: the site's own lock, or else the program's; empty where there is none.
 * @throws {ToolkitError} MODEL_LOCK, ENCODING_INVALID
 */
export function loadLock(root: string, home: string): ModelLock {
  const folder = [root, home].find((one) => fs.existsSync(path.join(one, LOCK)));
  if (folder === undefined) return { version: 1, models: {} };
  return read(folder, LOCK, lockSchema, "MODEL_LOCK");
}

function read<T extends z.ZodType>(
  folder: string,
  name: string,
  schema: T,
  code: "MODEL_REGISTRY" | "MODEL_LOCK",
): z.output<T> {
  const file = path.join(folder, name);
  const text = requireUtf8(folder, name) ?? "";
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const detail = (error as Error).message;
    throw new ToolkitError(code, { file, detail }, { cause: error });
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  const detail = `${first!.path.join(".") || "the file"}: ${first!.message}`;
  throw new ToolkitError(code, { file, detail });
}

/** A lock as it is written: equal locks are equal texts. */
export const lockText = ({ version, models }: ModelLock): string => {
  const sorted = Object.entries(models).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ version, models: Object.fromEntries(sorted) }, null, 2)}\n`;
};

/** What decides whether the site offers a model: its configuration, and what it publishes itself. */
export function offerSettings(root: string, { models }: Config): OfferSettings {
  const { baseUrl, pullThrough } = models;
  // Its server fetches what is not there yet.
  if (!baseUrl.startsWith("/") || pullThrough) return models;
  const folder = path.join(root, "public", baseUrl);
  const has: OfferSettings["has"] = (file) =>
    fs.statSync(path.join(folder, file.path), { throwIfNoEntry: false })?.size === file.bytes;
  return { ...models, has };
}

/** Finds the tools of a site whose engine it does not offer. @throws {ToolkitError} MODEL_REGISTRY, MODEL_LOCK */
export const hollowToolsIn = (root: string, config: Config): FindHollow =>
  findHollowTools(config, loadRegistry(root, HOME), {
    lock: loadLock(root, HOME),
    settings: offerSettings(root, config),
  });

/** What the browsers of a site's visitors may load. */
export const offeredIn = (root: string, config: Config): readonly OfferedModel[] =>
  offeredModels(loadRegistry(root, HOME), loadLock(root, HOME), offerSettings(root, config));

/**
 * Requires that the registry has the models which the configuration names for jobs.
 * @throws {ToolkitError} MODEL_REGISTRY, MODEL_UNKNOWN, MODEL_BUILT_IN
 */
export function requireJobModels(root: string, { jobs }: Config): void {
  const ids = [...jobs.models, ...jobs.inference.flatMap(({ models }) => models)];
  chooseModels(loadRegistry(root, HOME), ids, () => false, { file: "toolkit.config.ts" });
}

/**
 * Digests of the models that the site publishes itself, as the lock has them: `toolkit models pull` has
 * compared them, and browsers will, so that no build reads hundreds of megabytes.
 */
export function lockedDigests(
  root: string,
  { models: { baseUrl } }: Config,
): (file: string, bytes: number) => string | undefined {
  if (!baseUrl.startsWith("/")) return () => undefined;
  const folder = baseUrl.replace(/^\/|\/$/g, "");
  const files = Object.values(loadLock(root, HOME).models).flatMap((model) => model.files);
  const byPath = new Map(files.map((file) => [path.posix.join(folder, file.path), file]));
  return (file, bytes) => {
    const locked = byPath.get(file);
    return locked?.bytes === bytes ? digestOfHex(locked.sha256) : undefined;
  };
}
