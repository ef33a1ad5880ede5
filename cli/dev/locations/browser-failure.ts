import path from "node:path";
import type { ViteDevServer } from "vite";
import { type Problem, problem } from "#core/errors/errors.ts";
import { framesOf, originOf } from "../../build/bundle/thrown-location.ts";

/** Frames that are looked at: whoever calls from deeper is not the cause. */
const MAX_FRAMES = 40;

/**
 * What a script threw in the browser, at its place in the site's code as people wrote it.
 * @param stack as the browser tells it, of modules that the bundler served
 * @returns undefined where nothing of the site's own had a part in it
 */
export async function browserFailure(
  vite: ViteDevServer,
  {
    message,
    stack,
    root,
  }: { readonly message: string; readonly stack: string; readonly root: string },
): Promise<Problem | undefined> {
  const { moduleGraph } = vite.environments.client;
  for (const frame of framesOf(stack).slice(0, MAX_FRAMES)) {
    if (!URL.canParse(frame.file)) continue;
    const { pathname, search } = new URL(frame.file);
    const address = pathname + search.replace(/([?&])t=\d+&?/, "$1").replace(/[?&]$/, "");
    const module = await moduleGraph.getModuleByUrl(address);
    const file = module?.file;
    if (!file) continue;
    const shown = path.relative(root, file).split(path.sep).join("/");
    // Packages, those that were made ready for the browser, and the development server's own scripts.
    if (/(^|\/)(node_modules|cli\/dev)\/|^\.toolkit\//.test(shown)) continue;
    const map = module.transformResult?.map;
    const origin = map && "mappings" in map && map.mappings ? originOf(map, frame) : undefined;
    const { line, column } = origin ?? frame;
    return problem("SCRIPT_FAILED", { detail: message }, { file: shown, line, column });
  }
  return undefined;
}
