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

/** Whether an error is of a module, or says nothing of where it was thrown, as `Promise.reject("a")`. */
const isOf = (error: unknown, url: string): boolean =>
  !(error instanceof Error) ||
  (error as NodeJS.ErrnoException).code === "ERR_UNHANDLED_REJECTION" ||
  error.stack?.includes(url) === true;

/** Modules whose import is in progress. */
const urls = new Set<string>();

/** Whether an uncaught error is of a module whose import is in progress, which rejects with it. */
export const isThrownByImport = (error: unknown): boolean =>
  [...urls].some((url) => isOf(error, url));

/**
 * Runs an import, and rejects with what the module throws in a promise or a callback that it does
 * not await: otherwise the command would end with the stack of Node.js. What it throws later than
 * in the turn after its import still does.
 */
async function withThrows<Value>(url: string, run: () => Promise<Value>): Promise<Value> {
  const thrown = Promise.withResolvers<never>();
  const take = (error: unknown): void => {
    if (isOf(error, url)) return thrown.reject(error);
    if (isThrownByImport(error)) return;
    process.off("uncaughtException", take);
    setImmediate(() => {
      throw error;
    });
  };
  process.on("uncaughtException", take);
  urls.add(url);
  const settle = async (): Promise<Value> => {
    const value = await run();
    await new Promise((resolve) => setImmediate(resolve));
    return value;
  };
  try {
    return await Promise.race([settle(), thrown.promise]);
  } finally {
    process.off("uncaughtException", take);
    urls.delete(url);
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
  return withThrows(url, () => withoutExit(async () => (await import(url)) as Exports));
}
