import module from "node:module";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PACKAGE_NAME } from "#core/site/package-name.ts";
import { HOME, MODULE_SUFFIX } from "./home.ts";

/** Modules that all parts of the program share, without their extension. */
const SHARED = /^(?:audio|core)\/[\w/-]+(?=\.ts$)/;

/** Prefix of an import of one of the program's modules; a file copied from the program uses `#`. */
const PROGRAM = new RegExp(`^(?:${PACKAGE_NAME}/|#(?=audio/|core/))`);

/** The file of one of the program's modules, by path. */
const ownFile = (name: string): string | undefined => {
  const [modulePath] = SHARED.exec(name) ?? [];
  const file = modulePath && path.join(HOME, modulePath + MODULE_SUFFIX);
  return file && fs.existsSync(file) ? file : undefined;
};

/** Resolves a relative import of a site module that only the program has, as in a copied effect. */
function fallbackModule(name: string, parent: string | undefined): string | undefined {
  if (!name.startsWith(".") || !parent?.startsWith("file:")) return undefined;
  const target = new URL(name, parent);
  const [, modulePath] = /^.*\/((?:audio|core)\/.*)/s.exec(target.pathname) ?? [];
  return modulePath && !fs.existsSync(target) ? ownFile(modulePath) : undefined;
}

// Site files are ES modules, regardless of the `type` in the nearest package.json.
module.registerHooks({
  resolve(name, context, next) {
    // Resolve to the running program, wherever it is installed.
    if (name === PACKAGE_NAME) {
      const file = path.join(HOME, `core/site/config${MODULE_SUFFIX}`);
      return { url: pathToFileURL(file).href, format: null, shortCircuit: true };
    }
    const program = PROGRAM.test(name)
      ? ownFile(name.replace(PROGRAM, ""))
      : fallbackModule(name, context.parentURL);
    if (program !== undefined)
      return { url: pathToFileURL(program).href, format: null, shortCircuit: true };
    const found = next(name, context);
    return found.format === "commonjs-typescript"
      ? { ...found, format: "module-typescript" }
      : found;
  },
});

/** Rejects the imports in progress, which may overlap. */
const importing = new Set<(error: Error) => void>();
const exit = process.exit.bind(process);

/**
 * Imports with `process.exit` as an error: otherwise a site's module could end the command without
 * a message, and with the exit code of success.
 */
async function withoutExit<Value>(run: () => Promise<Value>): Promise<Value> {
  const ended = Promise.withResolvers<never>();
  importing.add(ended.reject);
  process.exit = () => {
    const error = new Error("It calls process.exit(), which would end the command.");
    for (const reject of importing) reject(error);
    throw error;
  };
  // Also for `import { exit } from "node:process"`.
  module.syncBuiltinESMExports();
  try {
    return await Promise.race([run(), ended.promise]);
  } finally {
    importing.delete(ended.reject);
    if (importing.size === 0) process.exit = exit;
    module.syncBuiltinESMExports();
  }
}

/**
 * Imports the current version of a site's module, even if this process has imported an earlier
 * version.
 * @throws errors of the module or the file system, and for a module that calls `process.exit`
 */
export async function importModule<Exports>(file: string): Promise<Exports> {
  const { mtimeMs, size } = fs.statSync(file);
  const url = `${pathToFileURL(file).href}?${mtimeMs}-${size}`;
  return withoutExit(async () => (await import(url)) as Exports);
}
