import fs from "node:fs";
import path from "node:path";
import { type Problem, problem } from "#core/errors/errors.ts";
import { exists, listFiles, withIo } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import type { Plan } from "../plan/plan.ts";
import { imageOf, payloadOf } from "../shared/page-files.ts";

/** A name that programs hide: settings and secrets of a machine. Hosts ask for one such folder. */
const isHidden = (file: string): boolean => /(^|\/)\.(?!well-known\/)/.test(file);

/** A file to be copied as it is. */
export interface PublicFile {
  readonly from: string;
  readonly digest: string;
}

/** Where the licences of what the site's scripts hold are published: they must go with the scripts. */
export const NOTICES_FILE = "third-party-notices.txt";

/**
 * Files to be copied as they are: the site's own before the program's, and none that are hidden.
 * @param runtimes folders of code; a file of the first takes the place of one of those after it
 * @param notices the program's file of licences; where there is none, none is published
 * @param digestOf digest of a file of that size, where it is known without reading: of large ones
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

/** Whether a path is that of a page, or of what is written beside it. */
export const isOfPage = (file: string, { pages, site }: Plan): boolean =>
  /(index|404|500|offline)\.html$|_payload\.json$|_image\.png$/.test(file) &&
  pages.some(
    ({ out }) => out === file || payloadOf(out) === file || (site.images && imageOf(out) === file),
  );

/** Links below `public/`, which are not followed: they may lead to anything of this machine. */
export const publicLinks = (root: string): Problem[] =>
  listFiles(path.join(root, "public"), (entry) => !entry.isFile())
    .filter((file) => !isHidden(file))
    .map((file) => problem("PUBLIC_LINK", { path: file }, { file: `public/${file}` }, "warning"));

/** Files that a site wants to be copied, and that the build writes itself. */
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
