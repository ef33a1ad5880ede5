import fs from "node:fs";
import path from "node:path";
import type { Problem } from "#core/errors/errors.ts";
import { type Folders, type LoadedSite, loadSite } from "../check/load-site.ts";
import { withIo } from "../files/files.ts";
import { applyRename } from "./apply-rename.ts";
import { planRename } from "./plan-rename.ts";

/** A page whose file and slug differ, and which of the two its translations say is the new one. */
export interface Mismatch {
  readonly file: string;
  readonly type: string;
  /** Name that the translations still have. */
  readonly old: string;
  readonly slug: string;
  /** Whether the file has the new name already: it was moved by hand, and nothing else was. */
  readonly isMoved: boolean;
}

/**
 * Pages with two different names after a rename. Only translations with the other name reveal which
 * one is new; pages without translations are left to the user.
 */
export function findMismatches(site: LoadedSite, problems: readonly Problem[]): Mismatch[] {
  const names = new Set(
    [...site.plan.read.translations.values()].flatMap((byId) => [...byId.keys()]),
  );
  const pages = new Set(site.plan.read.entries.keys());
  return problems.flatMap(({ code, params, location }): Mismatch[] => {
    if (code !== "SLUG_MISMATCH" || location === undefined) return [];
    const { slug } = params as { readonly slug: string };
    const [, type, stem] = /^content\/([^/]+)\/(.+)\.md$/.exec(location.file) ?? [];
    if (type === undefined || stem === undefined || pages.has(`${type}/${slug}`)) return [];
    const [byFile, bySlug] = [names.has(`${type}/${stem}`), names.has(`${type}/${slug}`)];
    if (byFile === bySlug) return [];
    return bySlug
      ? [{ file: location.file, type, old: slug, slug: stem, isMoved: true }]
      : [{ file: location.file, type, old: stem, slug, isMoved: false }];
  });
}

/**
 * Carries a change of a page's name through.
 * @returns a rule that a person has to write into the configuration, if there is one
 */
export async function settleMismatch(
  folders: Folders,
  { file, type, old, slug, isMoved }: Mismatch,
): Promise<string | undefined> {
  const { root } = folders;
  const before = `${file.slice(0, file.lastIndexOf("/") + 1)}${old}.md`;
  const move = (from: string, to: string): void =>
    withIo(from, () => fs.renameSync(path.join(root, from), path.join(root, to)));
  // The whole step starts from the name that everything else has.
  if (isMoved) move(file, before);
  try {
    const site = await loadSite(folders);
    return await applyRename(root, planRename(site, `${type}/${old}`, slug));
  } catch (error) {
    if (isMoved) move(before, file);
    throw error;
  }
}
