import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { offerOf } from "#core/models/offered.ts";
import type { Config } from "#core/site/config.ts";
import { STORE_FOLDER } from "../choose-models.ts";
import { loadLock, loadRegistry, offerSettings } from "../registry.ts";
import { limitRate } from "./limit-rate.ts";
import { createModelStore } from "./model-store.ts";
import { createStoreHandler, type StoreHandler } from "./store-handler.ts";

export interface OpenStoreOptions {
  /** Folder of the site. */
  readonly root: string;
  /** Folder of the program. */
  readonly home: string;
  readonly config: Config;
  /** Folder with the built site, whose own files come first; null where something else serves it. */
  readonly published: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** Says that a source cannot be used, once for each of them. */
function createReport(log: (line: string) => void): (error: unknown) => void {
  const reported = new Set<string>();
  return (error) => {
    const text = error instanceof Error ? error.message : String(error);
    const url = error instanceof ToolkitError ? (error.params as { url?: string }).url : undefined;
    const source = URL.parse(url ?? "")?.host ?? text;
    if (reported.has(source)) return;
    reported.add(source);
    log(
      `Models: ${source} cannot be used now (${text}). Tools work with their built-in engines.\n`,
    );
  };
}

/**
 * Handler of requests for the models of a site, which fetches them from their sources.
 * @throws {ToolkitError} MODEL_REGISTRY, MODEL_LOCK, ENCODING_INVALID
 */
export function openModelStore(options: OpenStoreOptions): StoreHandler {
  const { root, home, config, published, env, signal, log } = options;
  const { baseUrl, hub, diskLimit, bandwidth } = config.models;
  const lock = loadLock(root, home);
  const settings = offerSettings(root, config);
  const models = loadRegistry(root, home)
    .filter(({ tier }) => tier === "studio")
    .filter((model) => offerOf(model, lock.models[model.id], settings).model !== null)
    .map(({ id }) => lock.models[id]!);
  const bytesPerSecond = bandwidth === null ? null : (bandwidth * 1e6) / 8;
  const store = createModelStore({
    models,
    hub,
    folder: path.join(root, STORE_FOLDER),
    limit: diskLimit * 1e9,
    env,
    fetch: limitRate((url, init) => fetch(url, init), bytesPerSecond),
    signal,
    now: Date.now,
    onFailure: createReport(log),
  });
  const isPublished = (name: string): boolean =>
    published !== null && fs.existsSync(path.join(published, baseUrl, name));
  return createStoreHandler({ store, baseUrl, isPublished });
}
