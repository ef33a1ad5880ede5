import type { PageKind } from "#core/page/page.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { digest } from "../../files/hash.ts";
import type { PlannedPage } from "../plan/plan.ts";
import { chunk } from "../shared/chunk.ts";
import type { Runs } from "../shared/runs.ts";
import type { Thresholds } from "../shared/thresholds.ts";
import type { State, StoredPage } from "../state/state.ts";
import type { Tree } from "../state/tree.ts";
import { type RenameTask, type RenamedPage, renamesOf } from "./rename-assets.ts";

/** Length of a digest. */
const DIGEST_LENGTH = 16;
/**
 * Marks the key of a page whose texts contain an asset path, which is indistinguishable from a link
 * to the asset.
 */
const ENTANGLED = "!";
/** Number of pages that can be renamed in the time of rendering one. */
const QUICKER = 10;

/** The asset part of page keys, which comes last, after the part for the rendered content. */
export function createPageKeys({ assets, code }: Pick<Bundle, "assets" | "code">) {
  const kinds = Object.keys(code) as PageKind[];
  const ends = new Map(kinds.map((kind) => [kind, digest(JSON.stringify(assets[kind]))]));
  return {
    /** @param isPlain whether assets in the page can be renamed without rendering */
    keyOf: (rest: string, kind: PageKind, isPlain: boolean): string =>
      rest + (isPlain ? "" : ENTANGLED) + ends.get(kind)!,
    isSame: (was: string, rest: string, kind: PageKind): boolean =>
      was === rest + ends.get(kind)! || was === rest + ENTANGLED + ends.get(kind)!,
    /** Whether a page has changed only in its asset names. */
    isRenamed: (was: string, rest: string): boolean =>
      was.length === rest.length + DIGEST_LENGTH && was.startsWith(rest),
  };
}

interface RenameInput {
  readonly before: State | undefined;
  readonly bundle: Bundle;
  readonly tree: Tree;
  readonly pool: Runs<RenameTask, RenamedPage[]>;
  readonly thresholds: Thresholds;
}

/**
 * Updates asset names in pages, which is faster than rendering them.
 * @param onRenamed called with each page's state, except its key
 * @returns the pages that must be rendered
 */
export async function renamePages(
  { before, bundle, tree, pool, thresholds }: RenameInput,
  pages: readonly PlannedPage[],
  onRenamed: (page: PlannedPage, stored: StoredPage) => void,
): Promise<PlannedPage[]> {
  if (!before || pages.length === 0) return [];
  const renames = new Map(
    (Object.keys(bundle.code) as PageKind[]).map((kind) => [
      kind,
      renamesOf(before.assets[kind], bundle.assets[kind]),
    ]),
  );
  const ready = pages.filter(({ kind }) => renames.get(kind));
  const stale = pages.filter(({ kind }) => !renames.get(kind));
  const byOut = new Map(ready.map((page) => [page.out, page]));
  const tasks = chunk(ready, thresholds.pagesATask * QUICKER).map((some) => ({
    type: "rename" as const,
    tree: tree.folder,
    pages: some.map(({ out, kind }) => ({
      out,
      bytes: before.pages.get(out)![3],
      renames: renames.get(kind)!,
    })),
  }));
  await pool.run(tasks, (results) => {
    for (const { out, bytes, isWritten } of results) {
      const page = byOut.get(out)!;
      const [key, set, messages, , ...rest] = before.pages.get(out)!;
      if (isWritten) tree.touched.add(out);
      if (bytes === undefined) stale.push(page);
      else onRenamed(page, [key, set, messages, bytes, ...rest]);
    }
  });
  return stale;
}
