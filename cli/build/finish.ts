import fs from "node:fs";
import path from "node:path";
import type { BuildOptions } from "./build.ts";
import { chunk } from "./chunk.ts";
import { withIo } from "./files.ts";
import { digest } from "./hash.ts";
import type { LoadedContent } from "./load-content.ts";
import type { Plan } from "./plan.ts";
import type { Pool } from "./pool.ts";
import type { RenderOutput } from "./render-pages.ts";
import { payloadOf } from "./render.ts";
import type { State } from "./state.ts";
import { saveState } from "./state.ts";
import type { Tree } from "./tree.ts";
import { publishTree, pruneTrees, stampOf } from "./tree.ts";

interface FinishInput {
  readonly options: BuildOptions;
  /** Folder of the trees and of the state of what is published at this place. */
  readonly own: string;
  /** Name of the tree that is published now. */
  readonly live: string | undefined;
  readonly before: State | undefined;
  readonly plan: Plan;
  readonly loaded: LoadedContent;
  readonly pages: RenderOutput;
  readonly files: State["files"];
  readonly tree: Tree;
  readonly pool: Pool;
  readonly id: string;
  /** Digest of configuration and panels. */
  readonly base: string;
}

/** A tree of this many pages is copied for the next build at the end of a build, not when it is in a hurry. */
const LARGE = 3_000;

/**
 * Publishes a finished tree and notes what the next build needs to know.
 * @returns how many files of the site before are gone
 */
export async function finish(input: FinishInput): Promise<number> {
  const { options, own, live, before, plan, files, pages, tree, id } = input;
  const trees = path.join(own, "trees");
  const removed = removeOrphans(before, pages.stored, files, tree);
  options.signal?.throwIfAborted();
  // Nothing to publish: the tree goes back to where it was, equal to the live one.
  const unchanged = before !== undefined && tree.touched.size === 0;
  // No two builds give a tree the same name: one of before may still be there.
  const unique = digest(`${process.pid} ${Date.now()}`).slice(0, 6);
  const name = unchanged ? `spare-${id}-${unique}` : `${id}-${unique}`;
  // Where nothing was even tried, all stays as it is.
  const idle = unchanged && !tree.isOpen() ? before : undefined;
  let spare = idle ? idle.spare : unchanged ? name : before ? live! : null;
  if (unchanged && !idle) withIo(trees, () => fs.renameSync(tree.folder, path.join(trees, name)));
  if (!before && plan.pages.length >= LARGE) {
    // Copying costs a large site more than a rebuild may take: do it now, when time is no matter.
    spare = `spare-${id}-${unique}`;
    await copyTree(tree.folder, path.join(trees, spare), input.pool);
  }
  const next: State = {
    live: unchanged ? live! : name,
    spare,
    spareStamp: idle?.spareStamp ?? (spare === null ? 0 : stampOf(path.join(trees, spare))),
    behind: idle?.behind ?? (!unchanged && before ? [...tree.touched] : []),
    savedAt: input.loaded.readAt,
    files,
    known: input.loaded.known,
    pages: pages.stored,
    messageSets: pages.messageSets,
    base: input.base,
    parts: before?.parts ?? {},
  };
  const isNews =
    !unchanged || before.spare !== next.spare || input.loaded.read > 0 || pages.rendered.length > 0;
  const commit = isNews ? save(input, next) : () => {};
  if (!unchanged) publishTree(tree, name, trees, options.out);
  try {
    commit();
    // Readers that opened a file by the link of before are still at it: that tree goes next time.
    pruneTrees(trees, [next.live, next.spare, live ?? null]);
  } catch {
    // The site is published: what is left is tidied up by the next build.
  }
  return removed;
}

/** Copies a large tree on all threads. */
async function copyTree(from: string, to: string, pool: Pool): Promise<void> {
  const names = withIo(from, () => {
    fs.mkdirSync(to);
    return fs.readdirSync(from);
  });
  const tasks = chunk(names, Math.max(1, Math.ceil(names.length / 64)));
  await pool.run(tasks.map((part) => ({ type: "clone" as const, from, to, names: part })));
  const now = new Date();
  fs.utimesSync(to, now, now); // Its stamp is later than those below it.
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
  const gone = [
    ...[...before.pages.keys()]
      .filter((out) => !pages.has(out))
      .flatMap((out) => [out, payloadOf(out) ?? out]),
    ...Object.keys(before.files).filter((file) => !Object.hasOwn(files, file)),
  ];
  const unique = [...new Set(gone)].filter(
    (file) => !pages.has(file) && !Object.hasOwn(files, file),
  );
  for (const file of unique) tree.remove(file);
  return unique.length;
}
