import module from "node:module";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PACKAGE_NAME } from "#core/site/package-name.ts";
import { HOME, MODULE_SUFFIX } from "./home.ts";

/** Code of the program that is for all of its parts, and names of its modules without their ending. */
const SHARED = /^(?:audio|core)\/[\w/-]+(?=\.ts$)/;

/** What precedes the path of a module of the program in an import: a file copied from it has `#`. */
const PROGRAM = new RegExp(`^(?:${PACKAGE_NAME}/|#(?=audio/|core/))`);

/** The file of a module of the program, by its path there. */
const ownFile = (name: string): string | undefined => {
  const [place] = SHARED.exec(name) ?? [];
  const file = place && path.join(HOME, place + MODULE_SUFFIX);
  return file && fs.existsSync(file) ? file : undefined;
};

/** What a module of a site names beside itself, where the program alone has it: an effect that was copied. */
function besideSite(name: string, parent: string | undefined): string | undefined {
  if (!name.startsWith(".") || !parent?.startsWith("file:")) return undefined;
  const target = new URL(name, parent);
  const [, place] = /^.*\/((?:audio|core)\/.*)/s.exec(target.pathname) ?? [];
  return place && !fs.existsSync(target) ? ownFile(place) : undefined;
}

// Sites write modules, whatever the `type` of a package.json beside them says of `.ts`.
module.registerHooks({
  resolve(name, context, next) {
    // The program that runs, wherever it is installed.
    if (name === PACKAGE_NAME) {
      const file = path.join(HOME, `core/site/config${MODULE_SUFFIX}`);
      return { url: pathToFileURL(file).href, format: null, shortCircuit: true };
    }
    const program = PROGRAM.test(name)
      ? ownFile(name.replace(PROGRAM, ""))
      : besideSite(name, context.parentURL);
    if (program !== undefined)
      return { url: pathToFileURL(program).href, format: null, shortCircuit: true };
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
