import fs from "node:fs";
import path from "node:path";
import { type Problem, problem } from "#core/errors/errors.ts";
import { exists, listFiles, withIo } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import type { Plan } from "../plan/plan.ts";
import { imageOf, payloadOf } from "../shared/page-files.ts";

/** Hidden names: settings and secrets of a machine. Hosts request one such folder. */
const isHidden = (file: string): boolean => /(^|\/)\.(?!well-known\/)/.test(file);

/** A file that is copied unchanged. */
export interface PublicFile {
  readonly from: string;
  readonly digest: string;
}

/**
 * Where the licenses of the code in the site's scripts are published: they must accompany the
 * scripts.
 */
export const NOTICES_FILE = "third-party-notices.txt";

/**
 * Files that are copied unchanged: the site's own, then the program's; hidden files are excluded.
 * @param runtimes folders of code; a file of an earlier one replaces those of later ones
 * @param notices the program's license file; if it does not exist, none is published
 * @param digestOf digest of a file of a size, if known without reading, for large files
 */
export function readPublic(
  runtimes: readonly string[],
  root: string,
  notices: string,
  digestOf: (file: string, bytes: number) => string | undefined = () => undefined,
): ReadonlyMap<string, PublicFile> {
  const found = new Map<string, PublicFile>();
  const add = (file: string, from: string): void =>
    withIo(from, () => {
      const known = digestOf(file, fs.statSync(from).size);
      found.set(file, { from, digest: known ?? digest(fs.readFileSync(from)) });
    });
  if (exists(notices)) add(NOTICES_FILE, notices);
  const folders = [...runtimes.toReversed(), root].map((folder) => path.join(folder, "public"));
  for (const folder of folders)
    for (const file of listFiles(folder)) if (!isHidden(file)) add(file, path.join(folder, file));
  return found;
}

/** Whether a path is a page's, or that of its payload or image. */
export const isOfPage = (file: string, { pages, site }: Plan): boolean =>
  /(index|404|500|offline)\.html$|_payload\.json$|_image\.png$/.test(file) &&
  pages.some(
    ({ out }) => out === file || payloadOf(out) === file || (site.images && imageOf(out) === file),
  );

/**
 * Links below `public/`. They are not followed, because they may lead to any file of this machine.
 */
export const publicLinks = (root: string): Problem[] =>
  listFiles(path.join(root, "public"), (entry) => !entry.isFile())
    .filter((file) => !isHidden(file))
    .map((file) => problem("PUBLIC_LINK", { path: file }, { file: `public/${file}` }, "warning"));

/** Files of `public/` that the build generates itself. */
export function hiddenPublic(
  files: ReadonlyMap<string, PublicFile>,
  written: Readonly<Record<string, string>>,
  { root, plan }: { readonly root: string; readonly plan: Plan },
): Problem[] {
  const own = path.join(root, "public") + path.sep;
  const hidden = [...files]
    .filter(([, { from }]) => from.startsWith(own))
    .filter(([file]) => isOfPage(file, plan) || Object.hasOwn(written, file))
    .map(([file]) =>
      problem("PUBLIC_HIDDEN", { path: `/${file}` }, { file: `public/${file}` }, "warning"),
    );
  return [...hidden, ...publicLinks(root)];
}
