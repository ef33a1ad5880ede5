import type { Config } from "#core/site/config.ts";
import type { Context } from "../../command-kit/context.ts";
import type { StoreHandler } from "./store-handler.ts";

/**
 * Handler of requests for models that the site's own server fetches; null if the site has none. Its code is
 * loaded only where it is needed.
 * @param published folder whose files come first; null where another server has them
 * @throws {ToolkitError} MODEL_REGISTRY, MODEL_LOCK, ENCODING_INVALID
 */
export async function loadModelStore(
  { root, home, env, signal, log }: Context,
  config: Config,
  published: string | null,
): Promise<StoreHandler | null> {
  if (!config.models.pullThrough) return null;
  const { openModelStore } = await import("./open-store.ts");
  return openModelStore({ root, home, config, published, env, signal, log });
}
