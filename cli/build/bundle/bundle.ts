import { fork } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type PlainError, fromPlainError, ToolkitError } from "#core/errors/errors.ts";
import type { PageKind } from "#core/page/page.ts";
import type { OfflineFiles } from "#core/page/app-data.ts";
import type { PageAssets, ServerBundle } from "#core/page/render.ts";
import {
  exists,
  ioError,
  listFiles,
  readText,
  tidy,
  withIo,
  writeAtomic,
} from "../../files/files.ts";
import type { CodeLayers } from "../../files/code-layers.ts";
import { digest } from "../../files/hash.ts";

/** The result of bundling the site's code, stored as `bundle.json` in its cache folder. */
export interface Bundle {
  /** Absolute path of the folder with `client/` and `server/`. */
  readonly folder: string;
  readonly assets: Readonly<Partial<Record<PageKind, PageAssets>>>;
  /** Digest of the source modules that render each page kind. */
  readonly code: Readonly<Record<PageKind, string>>;
  /** Digests of the browser's files, by path below `client/`. */
  readonly files: Readonly<Record<string, string>>;
  readonly offline: OfflineFiles;
  readonly serverDigest: string;
  /** `sha256-…` sources of the inline scripts, for the CSP. */
  readonly scriptHashes: readonly string[];
}

export interface BundleInput {
  /**
   * The code layers. Module paths are relative to them, so output does not depend on their
   * location.
   */
  readonly layers: CodeLayers;
  readonly folder: string;
  readonly development: boolean;
  /** Whether other sites may show tools in frames. */
  readonly embeds: boolean;
  /** Digest of the lock file and the compiler settings. */
  readonly packages: string;
}

/** The service worker. Its address must not change: browsers check it for updates. */
export const WORKER_FILE = "service-worker.js";

const MAX_CACHED_BUNDLES = 4;

/**
 * Digest of the names, sizes and modification times of all sources of the bundle; content is not
 * read.
 */
export function sourceKey(input: Omit<BundleInput, "folder">, home: string): string {
  const { runtime, over } = input.layers;
  const base = path.dirname(runtime);
  const folders = [
    ...new Set([runtime, ...["runtime", "core", "audio"].map((name) => path.join(home, name))]),
  ].map((folder) => ({ folder, name: path.relative(base, folder) }));
  if (over !== null)
    for (const name of ["runtime", "audio"])
      folders.push({ folder: path.join(over, name), name: `own ${name}` });
  const stamps = folders.flatMap(({ folder, name }) =>
    listFiles(folder)
      .filter(
        (file) =>
          /\.(tsx?|css|json|svg)$/.test(file) && !/\.test\.|\.tsbuildinfo$|^\.tsc\//.test(file),
      )
      .map((file) => {
        const { size, mtimeMs, ctimeMs } = fs.statSync(path.join(folder, file));
        return `${name}/${file} ${size} ${mtimeMs} ${ctimeMs}`;
      }),
  );
  const own = [
    "browser-config.ts",
    "bundle.ts",
    "bundle-embed.ts",
    "bundle-error.ts",
    "bundle-process.ts",
    "bundle-worker.ts",
    "client-chunks.ts",
    "module-graph.ts",
    "offline-files.ts",
    "page-modules.ts",
    "plugins/own-files.ts",
    "plugins/packed-files.ts",
    "plugins/quick-react.ts",
    "plugins/zod-without-eval.ts",
    "sheets.ts",
    "site-config.ts",
    "style-names.ts",
    "stylesheets.ts",
    "../../dev/server-bundle.ts",
    "../../files/code-layers.ts",
  ].map((name) => digest(fs.readFileSync(path.join(import.meta.dirname, name))));
  return digest([input.development, input.embeds, ...own, input.packages, ...stamps].join("\n"));
}

/**
 * Digest of the lock files and compiler settings of the program and of a site with its own code.
 */
export const packagesDigest = (home: string, { over }: CodeLayers): string =>
  digest(
    [
      ...["package-lock.json", "tsconfig.base.json"].map((name) => path.join(home, name)),
      ...(over === null ? [] : [path.join(over, "package-lock.json")]),
    ]
      .map((file) => readText(file) ?? "")
      .join("\n"),
  );

/** Digest of a bundle and its inputs, so that an outdated bundle is not accepted. */
const sealOf = (folder: string, bundle: Bundle): string =>
  digest(`${path.basename(folder)} ${JSON.stringify(bundle)}`);

function loadCached(folder: string): Bundle | undefined {
  try {
    const text = readText(path.join(folder, "bundle.json"));
    if (text === undefined) return undefined;
    const { digest: expected, bundle } = JSON.parse(text) as { digest: string; bundle: Bundle };
    if (sealOf(folder, bundle) !== expected) return undefined;
    const server = path.join(folder, "server/entry-server.mjs");
    if (!exists(server) || digest(fs.readFileSync(server)) !== bundle.serverDigest)
      return undefined;
    for (const [file, expectedDigest] of Object.entries(bundle.files))
      if (digest(fs.readFileSync(path.join(folder, "client", file))) !== expectedDigest)
        return undefined;
    return { ...bundle, folder };
  } catch {
    return undefined;
  }
}

/**
 * Bundles the code for browser and server, or reuses an unchanged bundle. Vite runs in a separate
 * process, in parallel with reading the content; its memory is freed when the process ends.
 */
export async function bundleSite(
  input: Omit<BundleInput, "folder" | "packages"> & {
    readonly cache: string;
    readonly home: string;
    readonly signal: AbortSignal;
  },
): Promise<Bundle> {
  const { cache, home, signal, ...options } = input;
  const rest = {
    ...options,
    packages: packagesDigest(home, options.layers),
  };
  const folder = path.join(cache, sourceKey(rest, home));
  const cached = loadCached(folder);
  if (cached) return cached;
  // Bundled into a temporary folder: another build could bundle at the same time or read a partial
  // result.
  const work = `${folder}.${process.pid}-${++count}`;
  try {
    const bundle = await runChild({ ...rest, folder: work }, signal);
    writeAtomic(
      path.join(work, "bundle.json"),
      JSON.stringify({ digest: sealOf(folder, bundle), bundle }),
    );
    withIo(folder, () => moveBundle(work, folder));
    prune(cache, folder);
    return { ...bundle, folder };
  } finally {
    tidy(work);
  }
}
let count = 0;

function moveBundle(work: string, folder: string): void {
  if (loadCached(folder)) return;
  fs.rmSync(folder, { recursive: true, force: true });
  try {
    fs.renameSync(work, folder);
  } catch (error) {
    if (!loadCached(folder)) throw error;
  }
}

const changedAt = (file: string): number =>
  fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function prune(cache: string, current: string): void {
  const folders = fs
    .readdirSync(cache)
    .map((name) => path.join(cache, name))
    .filter((folder) => folder !== current && !folder.includes(".", cache.length))
    .sort((a, b) => changedAt(b) - changedAt(a));
  for (const folder of folders.slice(MAX_CACHED_BUNDLES - 1))
    fs.rmSync(folder, { recursive: true, force: true });
}

function runChild(input: BundleInput, signal: AbortSignal): Promise<Bundle> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL("bundle-process.ts", import.meta.url)), {
      signal,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      execArgv: ["--max-semi-space-size=4"],
      env: {
        ...process.env,
        NODE_ENV: input.development ? "development" : "production",
        // By default the bundler's allocator retains freed pages; purging immediately lowers peak
        // memory by a third.
        MIMALLOC_PURGE_DELAY: "0",
        MIMALLOC_ARENA_EAGER_COMMIT: "0",
      },
    });
    let failed: unknown;
    child.on("error", (error) => {
      failed = ioError(error, "the bundler");
      // A process that failed to start emits no exit event.
      if (child.pid === undefined) reject(failed as Error);
    });
    if (child.pid === undefined) return;
    let stderr = "";
    child.stderr!.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    let answer: { bundle?: Bundle; error?: PlainError } | undefined;
    child.on("message", (message) => (answer = message as typeof answer));
    child.on("exit", (code) => {
      if (failed !== undefined) reject(failed as Error);
      else if (answer?.bundle) resolve(answer.bundle);
      else if (answer?.error) reject(fromPlainError(answer.error));
      else
        reject(
          new ToolkitError("BUNDLE_FAILED", {
            detail: stderr.trim() || `the bundler ended with code ${code}`,
          }),
        );
    });
    child.send(input);
  });
}

export const serverFile = (folder: string): string => path.join(folder, "server/entry-server.mjs");

/** Loads the server bundle, which renders pages. */
export async function importServer(
  bundle: Pick<Bundle, "folder" | "serverDigest">,
): Promise<ServerBundle> {
  const file = pathToFileURL(serverFile(bundle.folder));
  return (await import(`${file.href}?${bundle.serverDigest}`)) as ServerBundle;
}
