import path from "node:path";
import { ToolkitError, type Problem, problem } from "#core/errors/errors.ts";
import { buildId } from "./build-id.ts";
import { bundleSite } from "./bundle/bundle.ts";
import type { Config } from "#core/site/config.ts";
import { loadConfig } from "./load/config.ts";
import { ioError } from "../files/files.ts";
import { type CodeLayers, codeLayers, runtimesOf } from "../files/code-layers.ts";
import { finish, finishShard } from "./publish/finish.ts";
import { digest } from "../files/hash.ts";
import { createLabels, labelsFor } from "./load/labels.ts";
import { type LoadedContent, loadContent } from "./load/load-content.ts";
import { takeLock } from "./publish/lock.ts";
import { readPublic } from "./write/public-files.ts";
import { offersIn } from "../models/offers-model.ts";
import { lockedDigests } from "../models/registry.ts";
import { checkRemovedPages, pathOfFile } from "./write/removed-pages.ts";
import { writeOutputs } from "./write/outputs.ts";
import { type Plan, type PlanInput, planSite } from "./plan/plan.ts";
import { locateProblems } from "./load/locate-problems.ts";
import { type Pool, createPool } from "./pool.ts";
import type { OnProgress } from "../progress/build-progress.ts";
import { renderPages } from "./render/render-pages.ts";
import { type State, loadState } from "./state/state.ts";
import { requireLinkable } from "./publish/publish.ts";
import { sweep } from "./publish/sweep.ts";
import { type Thresholds, THRESHOLDS } from "./shared/thresholds.ts";
import { type Tree, openTree, publishedTree, workOf } from "./state/tree.ts";
import { holdingOf, IncompleteTree } from "./state/wholeness.ts";

export interface BuildOptions {
  readonly root: string;
  /** Folder of this program, which has the default runtime, panels and messages. */
  readonly home: string;
  /** Absolute path of the symbolic link to publish. */
  readonly out: string;
  readonly development?: boolean;
  /** Ignores the state of earlier builds. */
  readonly clean?: boolean;
  /** Number of threads, including this one. */
  readonly threads?: number;
  /** Renders only part `index` (1-based) of `count`. The result is a folder for `merge`. */
  readonly shard?: { readonly index: number; readonly count: number };
  /** Folder for bundled code, shared by sites that have no code of their own. */
  readonly bundleCache?: string;
  /** Checks every file of the site before publishing it, even if nothing changed. */
  readonly verify?: boolean;
  /** If false, does not flush the site to disk before and after publishing. */
  readonly sync?: boolean;
  /** Overrides of the sizes at which the build switches strategy, for tests. */
  readonly thresholds?: Partial<Thresholds>;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

export interface BuildReport {
  readonly id: string;
  readonly pages: number;
  readonly rendered: number;
  readonly written: number;
  readonly removed: number;
  /** Number of files whose names and sizes were checked, if all of them were. */
  readonly verified: number;
  readonly seconds: number;
  readonly problems: readonly Problem[];
  /** Paths of the pages that were rendered. */
  readonly renderedPaths: readonly string[];
  /** Paths that differ from the previously published site. */
  readonly changedPaths: readonly string[];
}

/** Length of a page's own key, which precedes the key that pages of its kind share. */
const KEY_LENGTH = 16;

/**
 * Builds and publishes the site (CLI-1): load → plan → bundle → render → write → publish. Anything
 * that
 * has not changed since the previous build is not read, rendered or written again (CLI-2).
 * @throws PROBLEMS with every error in the content; nothing is published in that case
 */
export async function buildSite(options: BuildOptions): Promise<BuildReport> {
  const { root, signal = new AbortController().signal } = options;
  const work = path.join(root, ".toolkit");
  const own = options.shard ? work : workOf(root, options.out);
  const release = takeLock(path.join(work, "lock"));
  const attempt = async (given: BuildOptions): Promise<BuildReport> => {
    const pool = createPool(options.threads, { ...THRESHOLDS, ...options.thresholds });
    try {
      return await run(given, own, pool, signal);
    } finally {
      await pool.close();
    }
  };
  try {
    sweep(work, own, options.out);
    requireLinkable(options.out);
    try {
      return await attempt(options);
    } catch (error) {
      if (!(error instanceof IncompleteTree) || options.clean || options.shard) throw error;
      const report = await attempt({ ...options, clean: true });
      return { ...report, problems: [warningOf(error), ...report.problems] };
    }
  } catch (error) {
    if (error instanceof IncompleteTree)
      throw new ToolkitError("SITE_INCOMPLETE", countOf(error), { cause: error });
    if (signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
    if (error instanceof ToolkitError && error.problems.length > 0)
      throw new ToolkitError(error.code, error.params, {
        problems: locateProblems(root, error.problems),
      });
    throw ioError(error, root);
  } finally {
    try {
      sweep(work, own, options.out);
    } catch {
      // The next build cleans up; the reason for this failure matters more.
    }
    release();
  }
}

const countOf = ({ files }: IncompleteTree) => ({ file: files[0]!, others: files.length - 1 });
const warningOf = (error: IncompleteTree): Problem =>
  problem("SITE_MADE_ANEW", countOf(error), undefined, "warning");

async function run(
  options: BuildOptions,
  own: string,
  pool: Pool,
  signal: AbortSignal,
): Promise<BuildReport> {
  const startedAt = performance.now();
  const { root, home, out, onProgress = () => {} } = options;
  const thresholds = { ...THRESHOLDS, ...options.thresholds };
  const trees = path.join(own, "trees");
  const cache = path.join(root, ".toolkit/cache");
  const config = await loadConfig(root);
  const layers = codeLayers({ root, home });
  const runtimes = runtimesOf(layers);
  const live = publishedTree(out, trees);
  const before =
    options.clean || options.shard ? undefined : loadState(path.join(own, "cache"), live);
  const context = { root, before, pool, signal, onProgress, thresholds };

  const bundling = beginBundle(options, { config, layers, cache, pool, signal });
  const planned = await loadAndPlan({ ...context, home, runtimes, config }, options);
  const { plan, loaded, base } = planned;
  onProgress("bundle", 0, 0);
  const bundle = await bundling;
  signal.throwIfAborted();

  const spareProblems: Problem[] = [];
  const tree = treeOf(trees, live, before, (file) =>
    spareProblems.push(problem("SPARE_CHANGED", { file }, undefined, "warning")),
  );
  const notices = path.join(home, "THIRD_PARTY_NOTICES.md");
  const publicFiles = readPublic(runtimes, root, notices, lockedDigests(root, plan.config));
  const id = buildId({ root, plan, bundle, messages: loaded.messages, publicFiles });
  const { messages, texts } = loaded;
  const pages = await renderPages(context, {
    plan,
    bundle,
    messages,
    texts,
    tree,
    shard: options.shard,
  });
  const previous = live === undefined ? undefined : path.join(trees, live);
  // When several machines each render a part, the first one writes everything that is not a page.
  const outputs: ReturnType<typeof writeOutputs> =
    (options.shard?.index ?? 1) > 1
      ? { files: {}, problems: [] }
      : writeOutputs(context, {
          id,
          plan,
          bundle,
          messages,
          texts,
          publicFiles,
          tree,
          cache,
          previous,
        });
  // Yield twice so that a pending SIGINT is delivered.
  for (let turn = 0; turn < 2; turn++) await new Promise<void>((done) => void setImmediate(done));
  signal.throwIfAborted();
  onProgress("publish", 0, 0);
  const { files } = outputs;
  const { assets } = bundle;
  const site = { options, own, id, live, plan, loaded, base, pages, files, assets, tree };
  const { removed, verified } = await (options.shard ? finishShard(site) : finish(context, site));
  return {
    id,
    pages: plan.pages.length,
    rendered: pages.rendered.length,
    written: tree.touched.size - removed,
    removed,
    verified,
    seconds: (performance.now() - startedAt) / 1000,
    problems: locateProblems(root, [
      ...planned.problems,
      ...spareProblems,
      ...outputs.problems,
      ...pages.problems,
      ...(pages.removed.length > 0 ? checkRemovedPages(plan, pages.removed.map(pathOfFile)) : []),
    ]),
    renderedPaths: pages.rendered,
    changedPaths: [...tree.touched].sort(),
  };
}

/** Starts bundling the code in a separate process while content is read. */
function beginBundle(
  { home, development = false, bundleCache }: BuildOptions,
  {
    config,
    layers,
    cache,
    pool,
    signal,
  }: {
    readonly config: Config;
    readonly layers: CodeLayers;
    readonly cache: string;
    readonly pool: Pool;
    readonly signal: AbortSignal;
  },
): ReturnType<typeof bundleSite> {
  const bundling = bundleSite({
    layers,
    home,
    development,
    embeds: config.embed.origins.length > 0,
    cache: bundleCache ?? path.join(cache, "bundle"),
    signal: AbortSignal.any([signal, pool.closing]),
  });
  bundling.catch(() => {}); // The caller awaits this promise; content problems are reported first.
  pool.hold(bundling);
  return bundling;
}

/**
 * Reads the content and plans the site.
 * @throws PROBLEMS if any problem is an error
 */
async function loadAndPlan(
  input: Parameters<typeof loadContent>[0] & {
    readonly before: State | undefined;
    readonly signal: AbortSignal;
  },
  { development = false }: BuildOptions,
) {
  const { config, before, signal, onProgress } = input;
  const loaded = await loadContent(input);
  signal.throwIfAborted();
  onProgress("plan", 0, 0);
  // Which models a site offers depends on its files as well as on its configuration.
  const { models, ...offers } = offersIn(input.root, config);
  const ids = models.map(({ id }) => id);
  const labelOf = createLabels(input, config.defaultLocale);
  const quoted = Array.from(loaded.known.values(), ({ entry }) => entry);
  const labels = config.locales.map(({ code }) => labelsFor(quoted, code, labelOf));
  const base = digest(JSON.stringify([config, loaded.panels, development, ids, labels]));
  const plan = planLoaded({
    config,
    loaded,
    development,
    before,
    base,
    offers: { ...offers, labelOf },
  });
  const problems = [...loaded.problems, ...plan.problems];
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0)
    throw new ToolkitError("PROBLEMS", { errors: errors.length }, { problems });
  return { loaded, base, plan, problems };
}

/** Plans the loaded content. Reuses the previous plan if the configuration is unchanged. */
function planLoaded({
  config,
  loaded,
  development,
  before,
  base,
  offers,
}: {
  readonly config: Config;
  readonly loaded: LoadedContent;
  readonly development: boolean;
  readonly before: State | undefined;
  readonly base: string;
  readonly offers: Pick<PlanInput, "findHollow" | "offersModel" | "labelOf">;
}): Plan {
  return planSite({
    config,
    entries: Array.from(loaded.known.values(), ({ entry }) => entry),
    faulty: loaded.faulty,
    panels: loaded.panels,
    development,
    ...offers,
    memo:
      before?.base === base
        ? {
            keyOf: (file) => before.pages.get(file)?.[0].slice(0, KEY_LENGTH),
            changed: loaded.changedIds,
          }
        : undefined,
  });
}

/** The output tree of this build, based on the files of the previous build. */
const treeOf = (
  trees: string,
  live: string | undefined,
  before: State | undefined,
  onChanged: (file: string) => void,
): Tree =>
  openTree({
    trees,
    live: before ? live : undefined,
    spare: before?.spare ?? null,
    spareStamp: before?.spareStamp ?? 0,
    behind: before?.behind ?? [],
    files: () => (before ? holdingOf(before).files() : []),
    onChanged,
  });
