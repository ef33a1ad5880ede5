import path from "node:path";

/** Folder of this program, with the default runtime and messages. */
export const HOME = path.resolve(import.meta.dirname, "../..");

/** Extension of the program's own modules: `.ts`, or `.js` in a package with types stripped. */
export const MODULE_SUFFIX = path.extname(import.meta.filename);

/**
 * Replaces paths of the program's documents in a message by paths relative to the site: for a site
 * that has
 * installed the program as a package, `docs/content.md` becomes
 * `node_modules/@audio-toolkit/toolkit/packed/docs/content.md`.
 * @param root the site's folder
 */
export function resolveDocs(message: string, root: string, home = HOME): string {
  const docs = path.join(home, "docs");
  const near = path.relative(root, docs).replaceAll("\\", "/");
  const folder = near.startsWith("..") ? docs : near;
  return message.replace(/(?<![\w/])docs(?=\/[\w-]+\.md)/g, () => folder);
}
