import fs from "node:fs";
import path from "node:path";
import type { PageAssets } from "#core/page/render.ts";
import { withIo } from "../../files/files.ts";

/** Folder of scripts and styles in page URLs. */
export const ASSETS = "/assets/";

/** New names of scripts and styles by previous name. */
export type Renames = Readonly<Record<string, string>>;

/** Updates asset names in otherwise unchanged pages of a tree. */
export interface RenameTask {
  readonly type: "rename";
  readonly tree: string;
  readonly pages: readonly {
    /** Output path of the page's HTML. */
    readonly out: string;
    /** Expected size in bytes. */
    readonly bytes: number;
    readonly renames: Renames;
  }[];
}
export interface RenamedPage {
  readonly out: string;
  /** New size in bytes; undefined if the page was not as expected and must be rendered. */
  readonly bytes: number | undefined;
  readonly isWritten: boolean;
}

/**
 * Maps previous asset names to new ones; undefined if the mapping is ambiguous. A page's HTML
 * contains
 * asset names exactly as they are passed to it (core/page/render.ts).
 */
export function renamesOf(
  before: PageAssets | undefined,
  now: PageAssets | undefined,
): Renames | undefined {
  if (!before || !now) return undefined;
  const renames: Record<string, string> = {};
  for (const list of ["scripts", "styles", "preloads", "fonts"] as const) {
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

/** Replaces asset names. */
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
      // The file may be a hard link to the published one, so replace it and never write through it.
      fs.rmSync(file);
      fs.writeFileSync(file, renamed);
      return { out, bytes: Buffer.byteLength(renamed), isWritten: true };
    }),
  );
