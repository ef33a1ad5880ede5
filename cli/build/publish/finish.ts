import fs from "node:fs";
import path from "node:path";
import { chunk } from "../shared/chunk.ts";
import { withIo } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import type { LoadedContent } from "../load/load-content.ts";
import type { Plan } from "../plan/plan.ts";
import type { RenderOutput } from "../render/render-pages.ts";
import type { Runs } from "../shared/runs.ts";
import { publishTree, pruneTrees, settleTree } from "./publish.ts";
import { moveShard } from "./shard.ts";
import { type State, saveState } from "../state/state.ts";
import type { BuildContext } from "../state/build-context.ts";
import { type CopyTask, type Tree, stampOf } from "../state/tree.ts";
import {
  type Holding,
  filesOfPage,
  flawsAt,
  flawsOf,
  holdingOf,
  IncompleteTree,
} from "../state/wholeness.ts";

interface FinishInput {
  readonly options: {
    /** Absolute path of the symbolic link to publish. */
    readonly out: string;
    readonly shard?: { readonly index: number; readonly count: number };
    readonly verify?: boolean;
    readonly sync?: boolean;
  };
  /** Folder of the trees and the state for this output path. */
  readonly own: string;
  /** Name of the published tree. */
  readonly live: string | undefined;
  readonly plan: Plan;
  readonly loaded: LoadedContent;
  readonly pages: RenderOutput;
  readonly files: State["files"];
  readonly tree: Tree;
  readonly id: string;
  readonly assets: State["assets"];
  /** Digest of configuration and panels. */
  readonly base: string;
}

type FinishContext = Pick<
  BuildContext<Runs<CopyTask, boolean>>,
  "before" | "pool" | "signal" | "thresholds"
>;

/**
 * Publishes a finished tree and saves the state for the next build.
 * @returns the number of removed files of the previous site and of individually verified files
 * @throws IncompleteTree if files are missing; the published site is unchanged in that case
 */
export async function finish(
  context: FinishContext,
  input: FinishInput,
): Promise<{ removed: number; verified: number }> {
  const { before, pool, signal, thresholds } = context;
  const { options, own, live, files, pages, tree, id } = input;
  const trees = path.join(own, "trees");
  const removed = removeOrphans(before, pages.stored, files, tree);
  const sizes = sizesOf(files, tree, before);
  const holding = holdingOf({ pages: pages.stored, sizes });
  const verified = verify(before, input, holding);
  signal.throwIfAborted();
  // Nothing to publish: the tree is returned to the spare, equal to the live tree.
  const unchanged = before !== undefined && tree.touched.size === 0;
  // Tree names must be unique, because an earlier tree may still exist.
  const unique = digest(`${process.pid} ${Date.now()}`).slice(0, 6);
  const name = unchanged ? `spare-${id}-${unique}` : `${id}-${unique}`;
  // If nothing was attempted, keep the state.
  const idle = unchanged && !tree.isOpen() ? before : undefined;
  let spare = idle ? idle.spare : unchanged ? name : before ? live! : null;
  if (unchanged && !idle) withIo(trees, () => fs.renameSync(tree.folder, path.join(trees, name)));
  if (!before && input.plan.pages.length >= thresholds.largePages) {
    // Copying a large site takes longer than a rebuild should, so copy now, when time does not
    // matter.
    const second = `${tree.folder}-second`;
    await copyTree(tree.folder, second, holding, pool);
    signal.throwIfAborted();
    spare = `spare-${id}-${unique}`;
    const spareTree = path.join(trees, spare);
    withIo(trees, () => fs.renameSync(second, spareTree));
  }
  const target = path.join(trees, name);
  const { maxFlushed } = thresholds;
  const flushing = { sync: options.sync !== false, maxFlushed };
  if (!unchanged) settleTree(tree, target, flushing);
  const next: State = {
    live: unchanged ? live! : name,
    liveStamp: unchanged ? before.liveStamp : stampOf(target),
    spare,
    // For the previously published tree use its earlier stamp: it may have been modified since.
    spareStamp:
      idle?.spareStamp ??
      (spare === null ? 0 : spare === live ? before!.liveStamp : stampOf(path.join(trees, spare))),
    behind: idle?.behind ?? (!unchanged && before ? [...tree.touched] : []),
    savedAt: input.loaded.readAt,
    files,
    sizes,
    known: input.loaded.known,
    pages: pages.stored,
    assets: input.assets,
    messageSets: pages.messageSets,
    base: input.base,
    parts: before?.parts ?? {},
  };
  const isNews =
    !unchanged || before.spare !== next.spare || input.loaded.read > 0 || pages.rendered.length > 0;
  const commit = isNews ? save(input, next) : () => {};
  if (!unchanged) publishTree(target, options.out, flushing);
  try {
    commit();
    // Readers may still use files opened through the previous link, so the next build removes that
    // tree.
    pruneTrees(trees, [next.live, next.spare, live ?? null]);
  } catch {
    // The site is published; the next build cleans up.
  }
  return { removed, verified };
}

/**
 * Saves a part of a site for `merge`.
 * @throws IncompleteTree if files are missing from the part
 */
export function finishShard(input: FinishInput): { removed: number; verified: number } {
  const { options, pages, files, tree, id } = input;
  const sizes = sizesOf(files, tree, undefined);
  const verified = verify(undefined, input, holdingOf({ pages: pages.stored, sizes }));
  moveShard(tree.folder, options.out, { id, ...options.shard! });
  return { removed: 0, verified };
}

/**
 * Copies a tree with hard links, on all threads.
 * @throws IncompleteTree if the copy is incomplete
 */
async function copyTree(
  from: string,
  to: string,
  holding: Holding,
  pool: FinishContext["pool"],
): Promise<void> {
  withIo(to, () => {
    fs.rmSync(to, { recursive: true, force: true });
    fs.mkdirSync(to);
  });
  const files = [...holding.files()];
  const tasks = chunk(files, Math.max(1, Math.ceil(files.length / 64)));
  await pool.run(tasks.map((part) => ({ type: "copy" as const, from, to, files: part })));
  const flaws = withIo(to, () => flawsOf(to, holding));
  if (flaws.length > 0) throw new IncompleteTree(flaws);
}

/**
 * Sizes in bytes of the files that are not pages. An unwritten file has no size and is reported as
 * missing.
 */
function sizesOf(
  files: State["files"],
  { sizes }: Tree,
  before: State | undefined,
): Record<string, number> {
  const found: Record<string, number> = {};
  for (const file of Object.keys(files)) found[file] = sizes.get(file) ?? before?.sizes[file] ?? -1;
  return found;
}

/**
 * Compares a tree with its expected files: all files if the tree has never been verified, otherwise
 * those
 * changed since then (`changeOf` in tree.ts has checked the others).
 * @returns the number of files, if all were checked
 * @throws IncompleteTree
 */
function verify(
  before: State | undefined,
  { options, own, live, tree }: FinishInput,
  holding: Holding,
): number {
  const all = tree.fresh || options.verify === true;
  const folder = tree.isOpen() ? tree.folder : path.join(own, "trees", live!);
  const flaws = withIo(folder, () => {
    if (!all)
      return tree.isOpen()
        ? flawsAt(folder, holding, [...new Set([...before!.behind, ...tree.touched])])
        : [];
    return flawsOf(folder, holding);
  });
  if (flaws.length > 0) throw new IncompleteTree(flaws);
  return all ? holding.count : 0;
}

function save({ own, plan, loaded, pages }: FinishInput, state: State): () => void {
  const changed = new Set([...loaded.changedLocales, ...pages.changedLocales]);
  const locales = new Set(plan.site.locales.map(({ code }) => code));
  const localeOf = new Map(plan.pages.map((page) => [page.out, page.locale]));
  return saveState(
    path.join(own, "cache"),
    state,
    (out) => localeOf.get(out)!,
    (locale) => changed.has(locale) || !locales.has(locale),
  );
}

function removeOrphans(
  before: State | undefined,
  pages: State["pages"],
  files: State["files"],
  tree: { remove(file: string): void },
): number {
  if (!before) return 0;
  const removed = [
    ...[...before.pages].flatMap(([out, was]) => {
      const now = pages.get(out);
      const files = filesOfPage(out, was);
      return now ? files.filter((file) => !filesOfPage(out, now).includes(file)) : files;
    }),
    ...Object.keys(before.files).filter((file) => !Object.hasOwn(files, file)),
  ];
  const unique = [...new Set(removed)].filter(
    (file) => !pages.has(file) && !Object.hasOwn(files, file),
  );
  for (const file of unique) tree.remove(file);
  return unique.length;
}
