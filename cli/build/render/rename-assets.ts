import fs from "node:fs";
import path from "node:path";
import type { PageAssets } from "#core/page/render.ts";
import { withIo } from "../../files/files.ts";

/** Folder of scripts and styles, as pages name them. */
export const ASSETS = "/assets/";

/** New names of scripts and styles by their old ones. */
export type Renames = Readonly<Record<string, string>>;

/** Brings pages of a tree to new names, that are as they were otherwise. */
export interface RenameTask {
  readonly type: "rename";
  readonly tree: string;
  readonly pages: readonly {
    /** Path of its HTML. */
    readonly out: string;
    /** Bytes that it has. */
    readonly bytes: number;
    readonly renames: Renames;
  }[];
}
export interface RenamedPage {
  readonly out: string;
  /** Bytes that it has now; nothing where it was not what it had to be, and has to be rendered. */
  readonly bytes: number | undefined;
  readonly isWritten: boolean;
}

/**
 * Which names stand in the place of which; nothing where that cannot be said.
 * A page's HTML has them as they are given to it, and nothing else of them (core/page/render.ts).
 */
export function renamesOf(
  before: PageAssets | undefined,
  now: PageAssets | undefined,
): Renames | undefined {
  if (!before || !now) return undefined;
  const renames: Record<string, string> = {};
  for (const list of ["scripts", "styles", "preloads"] as const) {
    if (before[list].length !== now[list].length) return undefined;
    for (const [at, from] of before[list].entries()) {
      const to = now[list][at]!;
      if (!from.startsWith(ASSETS) || (renames[from] ?? to) !== to) return undefined;
      renames[from] = to;
    }
  }
  const isOneToOne = new Set(Object.values(renames)).size === Object.keys(renames).length;
  return isOneToOne ? renames : undefined;
}

/** Puts names in the place of others. */
export function renameAssets(html: string, renames: Renames): string {
  return html.replace(/\/assets\/[\w.-]+/g, (name) => renames[name] ?? name);
}

export const renameInPages = ({ tree, pages }: RenameTask): RenamedPage[] =>
  pages.map(({ out, bytes, renames }) =>
    withIo(out, () => {
      const file = path.join(tree, out);
      const html = fs.readFileSync(file, "utf8");
      if (Buffer.byteLength(html) !== bytes) return { out, bytes: undefined, isWritten: false };
      const renamed = renameAssets(html, renames);
      if (renamed === html) return { out, bytes, isWritten: false };
      // The file may be a link to the published one: replace it, never write through it.
      fs.rmSync(file);
      fs.writeFileSync(file, renamed);
      return { out, bytes: Buffer.byteLength(renamed), isWritten: true };
    }),
  );
