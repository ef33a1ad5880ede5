import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "../../core/errors.ts";
import type { Problem } from "../../core/errors.ts";
import type { Bundle } from "./bundle.ts";
import { bundleSite } from "./bundle.ts";
import { loadConfig } from "./config.ts";
import { exists, ioError, withIo } from "./files.ts";
import { digest } from "./hash.ts";
import type { Known } from "./load.ts";
import { findChanged, listSources, loadPanels } from "./load.ts";
import { takeLock } from "./lock.ts";
import type { LocaleMessages } from "./messages.ts";
import { loadMessages } from "./messages.ts";
import { writeOutputs } from "./outputs.ts";
import type { Plan } from "./plan.ts";
import { planSite } from "./plan.ts";
import { placeProblems } from "./place.ts";
import type { Pool } from "./pool.ts";
import { createPool } from "./pool.ts";
import type { OnProgress } from "./progress.ts";
import { renderPages } from "./render-pages.ts";
import { finishShard } from "./shard.ts";
import type { State } from "./state.ts";
import { loadState, saveState } from "./state.ts";
import { sweep } from "./sweep.ts";
import { cloneTree, openTree, publishedTree, publishTree, pruneTrees, workOf } from "./tree.ts";

export interface BuildOptions {
  readonly root: string;
  /** Folder of this program: the default runtime, panels and messages. */
  readonly home: string;
  /** The link to be published, absolute. */
  readonly out: string;
  readonly development?: boolean;
  /** Forgets what earlier builds left. */
  readonly clean?: boolean;
  /** Threads, this one included. */
  readonly threads?: number;
  /** Part of the pages to render: 1-based index of count. The result is a folder for `merge`. */
  readonly shard?: { readonly index: number; readonly count: number };
  /** Folder for bundled code; shared by several sites that have no code of their own. */
  readonly bundleCache?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

export interface BuildReport {
  readonly id: string;
  readonly pages: number;
  readonly rendered: number;
  readonly written: number;
  readonly removed: number;
  readonly seconds: number;
  readonly problems: readonly Problem[];
  /** Paths of the pages that were rendered. */
  readonly renderedPaths: readonly string[];
  /** Paths that differ from the site published before. */
  readonly changedPaths: readonly string[];
}

/** Characters of a page's own key, before what it shares with others of its kind. */
const KEY_LENGTH = 16;

/** A tree of this many pages is copied for the next build at the end of a build, not when it is in a hurry. */
const LARGE = 3_000;

/**
 * Builds the site and publishes it (CLI-1): load → plan → bundle → render → write → publish. What
 * has not changed since the build before is neither read nor rendered nor written (CLI-2).
 * @throws PROBLEMS with every error of the content; nothing is published then
 */
export async function buildSite(options: BuildOptions): Promise<BuildReport> {
  const { root, signal = new AbortController().signal } = options;
  const work = path.join(root, ".toolkit");
  const own = options.shard ? work : workOf(root, options.out);
  const release = takeLock(path.join(work, "lock"));
  const pool = createPool(options.threads);
  try {
    sweep(work, own, options.out);
    return await run(options, own, pool, signal);
  } catch (error) {
    if (signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
    if (error instanceof ToolkitError && error.problems.length > 0)
      throw new ToolkitError(error.code, error.params, {
        problems: placeProblems(root, error.problems),
      });
    throw ioError(error, root);
  } finally {
    await pool.close();
    try {
      sweep(work, own, options.out);
    } catch {
      // The next build does it; why this one failed matters more.
    }
    release();
  }
}

async function run(
  options: BuildOptions,
  own: string,
  pool: Pool,
  signal: AbortSignal,
): Promise<BuildReport> {
  const startedAt = performance.now();
  const { root, home, out, development = false, onProgress = () => {} } = options;
  const trees = path.join(own, "trees");
  const cache = path.join(root, ".toolkit/cache");
  const config = await loadConfig(root);
  const runtime = fs.realpathSync(
    [root, home].map((folder) => path.join(folder, "runtime")).find((folder) => exists(folder))!,
  );
  const live = publishedTree(out, trees);
  const before =
    options.clean || options.shard ? undefined : loadState(path.join(own, "cache"), live);

  const bundling = bundleSite({
    runtime,
    base: path.dirname(runtime),
    home,
    development,
    cache: options.bundleCache ?? path.join(cache, "bundle"),
    signal: AbortSignal.any([signal, pool.closing]),
  });
  bundling.catch(() => {}); // Awaited below; content problems come first.
  pool.hold(bundling);

  const loaded = await load({ root, home, runtime, config, before, pool, onProgress });
  signal.throwIfAborted();
  onProgress("plan", 0, 0);
  const base = digest(JSON.stringify([config, loaded.panels, development]));
  const plan = planSite({
    config,
    entries: Array.from(loaded.known.values(), ({ entry }) => entry),
    panels: loaded.panels,
    development,
    memo:
      before?.base === base
        ? {
            keyOf: (file) => before.pages.get(file)?.[0].slice(0, KEY_LENGTH),
            changed: loaded.changedIds,
          }
        : undefined,
  });
  const problems = [...loaded.problems, ...plan.problems];
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0)
    throw new ToolkitError("PROBLEMS", { errors: errors.length }, { problems });

  onProgress("bundle", 0, 0);
  const bundle = await bundling;
  signal.throwIfAborted();

  const tree = openTree({
    trees,
    live: before ? live : undefined,
    spare: before?.spare ?? null,
    behind: before?.behind ?? [],
  });
  const id = buildId(plan, bundle, loaded.messages);
  const pages = await renderPages({
    plan,
    bundle,
    messages: loaded.messages,
    before,
    tree,
    pool,
    root,
    signal,
    onProgress,
    shard: options.shard,
  });
  // Of several machines that each render a part, the first writes what is not a page.
  const files: State["files"] =
    (options.shard?.index ?? 1) > 1
      ? {}
      : await writeOutputs({
          plan,
          bundle,
          messages: loaded.messages,
          before,
          tree,
          id,
          runtime,
          root,
          cache,
          previous: live === undefined ? undefined : path.join(trees, live),
          pool,
          signal,
          onProgress,
        });
  if (options.shard) {
    signal.throwIfAborted();
    onProgress("publish", 0, 0);
    finishShard(tree.folder, out, { id, ...options.shard });
    return {
      id,
      pages: plan.pages.length,
      rendered: pages.rendered.length,
      written: tree.touched.size,
      removed: 0,
      seconds: (performance.now() - startedAt) / 1000,
      problems: placeProblems(root, problems),
      renderedPaths: pages.rendered,
      changedPaths: [...tree.touched].sort(),
    };
  }
  const removed = removeOrphans(before, pages.stored, files, tree);
  signal.throwIfAborted();

  onProgress("publish", 0, 0);
  const changed = tree.touched.size;
  const report = (): BuildReport => ({
    id,
    pages: plan.pages.length,
    rendered: pages.rendered.length,
    written: tree.touched.size - removed,
    removed,
    seconds: (performance.now() - startedAt) / 1000,
    problems: placeProblems(root, problems),
    renderedPaths: pages.rendered,
    changedPaths: [...tree.touched].sort(),
  });
  // Nothing to publish: the tree goes back to where it was, equal to the live one.
  const unchanged = before !== undefined && changed === 0;
  const name = unchanged
    ? `spare-${id}`
    : `${id}-${digest(`${process.pid} ${Date.now()}`).slice(0, 6)}`;
  const nextState: State = {
    live: unchanged ? live! : name,
    spare: unchanged ? name : before ? live! : null,
    behind: unchanged ? [] : before ? [...tree.touched] : [],
    savedAt: loaded.readAt,
    files,
    known: loaded.known,
    pages: pages.stored,
    messageSets: pages.messageSets,
    base,
    parts: before?.parts ?? {},
  };
  if (unchanged) withIo(trees, () => replaceFolder(tree.folder, path.join(trees, name)));
  const needsState =
    !unchanged || before!.spare !== nextState.spare || loaded.read > 0 || pages.rendered.length > 0;
  if (!before && plan.pages.length >= LARGE) {
    // Copying costs a large site more than a rebuild may take: do it now, when time is no matter.
    const spare = `spare-${id}`;
    withIo(trees, () => cloneTree(tree.folder, path.join(trees, spare)));
    Object.assign(nextState, { spare });
  }
  const dirty = new Set([...loaded.changedLocales, ...pages.changedLocales]);
  const siteLocales = new Set(config.locales.map(({ code }) => code));
  const localeOf = new Map(plan.pages.map((page) => [page.out, page.locale]));
  const commit = needsState
    ? saveState(
        path.join(own, "cache"),
        nextState,
        (file) => localeOf.get(file)!,
        (locale) => dirty.has(locale) || !siteLocales.has(locale),
      )
    : () => {};
  if (!unchanged) publishTree(tree, name, trees, out);
  try {
    commit();
    // Readers that opened a file by the link of before are still at it: that tree goes next time.
    pruneTrees(trees, [nextState.live, nextState.spare, live ?? null]);
  } catch {
    // The site is published: what is left is tidied up by the next build.
  }
  return report();
}

function replaceFolder(from: string, to: string): void {
  if (from === to) return;
  fs.rmSync(to, { recursive: true, force: true });
  fs.renameSync(from, to);
}

interface LoadInput {
  readonly root: string;
  readonly home: string;
  readonly runtime: string;
  readonly config: Plan["config"];
  readonly before: State | undefined;
  readonly pool: Pool;
  readonly onProgress: OnProgress;
}

/** Content files, panels and messages; only files that changed are read. */
async function load({ root, home, runtime, config, before, pool, onProgress }: LoadInput) {
  const readAt = Date.now();
  const { sources, problems } = listSources(root, config);
  const changed = findChanged(root, sources, before?.known ?? new Map(), before?.savedAt ?? 0);
  const known = new Map<string, Known>();
  const changedFiles = new Set(changed.map(({ file }) => file));
  const scanned = new Map<string, Known>();
  let done = 0;
  const tasks = chunk(changed, 100).map((part) => ({ type: "scan" as const, root, sources: part }));
  onProgress("load", 0, changed.length);
  await pool.run(tasks, (results) => {
    for (const { file, stamp, entry, problems: found } of results) {
      problems.push(...found);
      if (entry) scanned.set(file, { stamp, entry });
    }
    done += results.length;
    onProgress("load", done, changed.length);
  });
  for (const { file } of sources) {
    const found = changedFiles.has(file) ? scanned.get(file) : before!.known.get(file);
    if (found) known.set(file, found);
  }
  // Threads finish in any order; problems are told in the order of the files.
  const order = new Map(sources.map(({ file }, index) => [file, index]));
  problems.sort(
    (a, b) => (order.get(a.location?.file ?? "") ?? -1) - (order.get(b.location?.file ?? "") ?? -1),
  );
  const loaded = loadMessages(config, root === home ? [root] : [home, root]);
  const panelFolder = path.join(runtime, "panels");
  const panels = await loadPanels(
    exists(panelFolder) ? panelFolder : path.join(home, "runtime/panels"),
  );
  const changedIds = new Set<string>();
  const changedLocales = new Set<string>();
  const note = (entry: { id: string; locale: string } | undefined): void => {
    if (!entry) return;
    changedIds.add(entry.id);
    changedLocales.add(entry.locale);
  };
  for (const { file } of changed) {
    const [was, is] = [before?.known.get(file)?.entry, known.get(file)?.entry];
    if (was?.hash !== is?.hash) [was, is].forEach(note);
    else if (is) changedLocales.add(is.locale);
  }
  for (const [file, { entry }] of before?.known ?? []) if (!known.has(file)) note(entry);
  return {
    changedIds,
    changedLocales,
    known,
    panels,
    messages: loaded.messages,
    problems: [...problems, ...loaded.problems],
    readAt,
    read: changed.length,
  };
}

export function chunk<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}

/** The build's name: a digest of all that goes into it, so that equal input has an equal name. */
function buildId(
  plan: Plan,
  bundle: Bundle,
  messages: ReadonlyMap<string, LocaleMessages>,
): string {
  const parts = [
    JSON.stringify(plan.config),
    JSON.stringify(bundle.assets),
    JSON.stringify(bundle.files),
    JSON.stringify(bundle.code),
  ];
  for (const [code, { digest: value }] of messages) parts.push(`${code} ${value}`);
  for (const { out, key } of plan.pages) parts.push(`${out} ${key}`);
  return digest(parts.join("\n"));
}

function removeOrphans(
  before: State | undefined,
  pages: State["pages"],
  files: State["files"],
  tree: { remove(file: string): void },
): number {
  if (!before) return 0;
  const gone = [
    ...[...before.pages.keys()]
      .filter((out) => !pages.has(out))
      .flatMap((out) => [out, out.replace(/index\.html$/, "_payload.json")]),
    ...Object.keys(before.files).filter((file) => !Object.hasOwn(files, file)),
  ];
  const unique = [...new Set(gone)].filter(
    (file) => !pages.has(file) && !Object.hasOwn(files, file),
  );
  for (const file of unique) tree.remove(file);
  return unique.length;
}
