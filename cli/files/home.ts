import path from "node:path";

/** Folder of this program, with the default runtime and messages. */
export const HOME = path.resolve(import.meta.dirname, "../..");

/** What names of the program's own modules end with: `.ts`, or `.js` where a package has them without types. */
export const MODULE_SUFFIX = path.extname(import.meta.filename);

/**
 * Documents of the program in a message by where they are for who reads it: `docs/content.md` in a site that
 * has the program as a package is `node_modules/@audio-toolkit/toolkit/packed/docs/content.md`.
 * @param root the site's folder
 */
export function placeDocs(message: string, root: string, home = HOME): string {
  const docs = path.join(home, "docs");
  const near = path.relative(root, docs).replaceAll("\\", "/");
  const folder = near.startsWith("..") ? docs : near;
  return message.replace(/(?<![\w/])docs(?=\/[\w-]+\.md)/g, () => folder);
}
