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

/** Characters of a digest. */
const DIGEST_LENGTH = 16;
/** In the key of a page whose texts hold the path of a script or style: it cannot be told from its name. */
const ENTANGLED = "!";
/** Pages that are renamed in the time in which one is rendered. */
const QUICKER = 10;

/** What keys of rendered pages say of their scripts and styles: the last part, after all that is rendered. */
export function createPageKeys({ assets, code }: Pick<Bundle, "assets" | "code">) {
  const kinds = Object.keys(code) as PageKind[];
  const ends = new Map(kinds.map((kind) => [kind, digest(JSON.stringify(assets[kind]))]));
  return {
    /** @param isPlain whether the page can be brought to other names without rendering it */
    keyOf: (rest: string, kind: PageKind, isPlain: boolean): string =>
      rest + (isPlain ? "" : ENTANGLED) + ends.get(kind)!,
    isSame: (was: string, rest: string, kind: PageKind): boolean =>
      was === rest + ends.get(kind)! || was === rest + ENTANGLED + ends.get(kind)!,
    /** Whether a page is as it was, but for the names of its scripts and styles. */
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
 * Brings pages to new names of scripts and styles, which is quicker than to render them.
 * @param onRenamed told of each what the state is to say of it, but for its key
 * @returns those that have to be rendered
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
      const [key, set, messages, , ...beside] = before.pages.get(out)!;
      if (isWritten) tree.touched.add(out);
      if (bytes === undefined) stale.push(page);
      else onRenamed(page, [key, set, messages, bytes, ...beside]);
    }
  });
  return stale;
}
