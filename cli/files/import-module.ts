import module from "node:module";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { HOME, MODULE_SUFFIX } from "./home.ts";

/** What a site calls the program in its configuration: the one that runs, wherever it is installed. */
const OWN_NAME = "toolkit";

// Sites write modules, whatever the `type` of a package.json beside them says of `.ts`.
module.registerHooks({
  resolve(name, context, next) {
    if (name === OWN_NAME) {
      const file = path.join(HOME, `core/site/config${MODULE_SUFFIX}`);
      return { url: pathToFileURL(file).href, format: null, shortCircuit: true };
    }
    const found = next(name, context);
    return found.format === "commonjs-typescript"
      ? { ...found, format: "module-typescript" }
      : found;
  },
});

/**
 * Loads a module of a site as it is now, whichever of its versions this process has loaded before.
 * @throws what the module or the file system throws
 */
export async function importModule<Exports>(file: string): Promise<Exports> {
  const { mtimeMs, size } = fs.statSync(file);
  return (await import(`${pathToFileURL(file).href}?${mtimeMs}-${size}`)) as Exports;
}
