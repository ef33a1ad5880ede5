import path from "node:path";
import type { ViteDevServer } from "vite";
import { type Problem, problem } from "#core/errors/errors.ts";
import { framesOf, originOf } from "../../build/bundle/thrown-location.ts";

/** Maximum number of stack frames examined. */
const MAX_FRAMES = 40;

/**
 * Locates an error thrown in the browser in the source of the site's code.
 * @param stack the browser's stack trace of modules that the bundler served
 * @returns undefined if none of the site's own code is involved
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
    // Packages, pre-bundled ones, and the development server's own scripts.
    if (/(^|\/)(node_modules|cli\/dev)\/|^\.toolkit\//.test(shown)) continue;
    const map = module.transformResult?.map;
    const origin = map && "mappings" in map && map.mappings ? originOf(map, frame) : undefined;
    const { line, column } = origin ?? frame;
    return problem("SCRIPT_FAILED", { detail: message }, { file: shown, line, column });
  }
  return undefined;
}
