import path from "node:path";
import type { Section } from "#core/page/content.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import {
  type AnyEntry,
  type AnySourceEntry,
  type SourceFile,
  addressOf,
  routeOf,
} from "../build/load/entry.ts";
import { readEntry } from "../build/load/read-entry.ts";
import { toEntry } from "../build/load/to-entry.ts";
import type { LoadedSite } from "../check/load-site.ts";
import { exists, listFiles, readText } from "../files/files.ts";
import { stampText } from "../locales/stamp-text.ts";
import { moveInConfig } from "./config-text.ts";
import { type Move, moveLinks, moveWord } from "./move-text.ts";

const CONFIG = "toolkit.config.ts";
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** A file of the site as it is and as it will be; `from` and `to` differ where it moves. */
export interface FileChange {
  readonly from: string;
  readonly to: string;
  readonly before: string;
  readonly after: string;
}

/** All that a page's new name changes. Nothing is written yet. */
export interface Rename extends Move {
  /** Of content, translations and the configuration. */
  readonly changes: readonly FileChange[];
  /** The rule to write by hand, where the configuration's text has no place for it. */
  readonly rule: string | undefined;
  /** Other files of the site that name the old address. */
  readonly mentions: readonly string[];
}

/**
 * Plans the move of a page to another address.
 * @param name the page: `tools/breath-remover`, its file, or its address
 * @param slug the last part of its new address
 * @throws USAGE when there is no such page, or the name is none; ALREADY_EXISTS when it is taken
 */
export function planRename(site: LoadedSite, name: string, slug: string): Rename {
  const { root } = site;
  const page = findPage(site, name);
  if (!SLUG.test(slug))
    throw new ToolkitError("USAGE", {
      detail: `"${slug}" is not a slug: lower-case letters, digits, and single hyphens between them`,
    });
  const old = path.posix.basename(page.file, ".md");
  const move = {
    from: routeOf(page),
    to: addressOf(page.type, page.type === "pages" ? `/${slug}` : slug),
  };
  const isNamedBySlug = page.type !== "pages";
  if (move.from === "/")
    throw new ToolkitError("USAGE", { detail: "the home page has no other address" });
  if (move.from === move.to)
    throw new ToolkitError("USAGE", { detail: `${page.file} has the address ${move.to} already` });
  const taken = [...site.plan.read.entries.values()].find(
    (other) => other !== page && routeOf(other) === move.to,
  );
  if (taken) throw new ToolkitError("ALREADY_EXISTS", { file: taken.file });

  const entries = [...site.texts, ...site.faulty].map(({ entry }) => entry);
  const moved = entries.map((entry): FileChange => {
    const before = readText(path.join(root, entry.file))!;
    const own = entry.id === page.id && isNamedBySlug;
    let after = moveLinks(before, move);
    if (entry.source && entry.type === "tools" && page.type === "tools")
      after = moveWord(after, "related", old, slug);
    if (entry === page)
      after = isNamedBySlug
        ? moveWord(after, "slug", old, slug)
        : moveWord(after, "path", move.from, move.to);
    const to = own
      ? `${entry.file.slice(0, entry.file.lastIndexOf("/") + 1)}${slug}.md`
      : entry.file;
    if (own && exists(path.join(root, to))) throw new ToolkitError("ALREADY_EXISTS", { file: to });
    return { from: entry.file, to, before, after };
  });
  const changes = keepStamps(entries, moved).filter(
    ({ from, to, before, after }) => from !== to || before !== after,
  );
  const config = readText(path.join(root, CONFIG))!;
  const after = moveInConfig(config, move);
  if (after !== undefined) changes.push({ from: CONFIG, to: CONFIG, before: config, after });
  return {
    ...move,
    changes,
    rule: after === undefined ? ruleOf(move) : undefined,
    mentions: mentionsOf(root, move.from, new Set(entries.map(({ file }) => file))),
  };
}

export const ruleOf = ({ from, to }: Move): string =>
  `{ from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)} },`;

function findPage({ plan }: LoadedSite, name: string): AnySourceEntry {
  const entries = [...plan.read.entries.values()];
  const requested = name.replace(/^(\.\/)?content\//, "").replace(/\.md$/, "");
  const byName = entries.filter(({ id }) => id.endsWith(`/${requested}`));
  const found =
    entries.find((entry) => entry.id === requested || routeOf(entry) === name) ??
    (byName.length === 1 ? byName[0] : undefined);
  if (found) return found;
  const similar = findSimilar(
    requested,
    entries.map(({ id }) => id),
  );
  throw new ToolkitError("USAGE", {
    detail: `there is no page "${name}"${similar === undefined ? "" : `; did you mean ${similar}?`}`,
  });
}

/**
 * Renews the stamps of up-to-date sections if only links have changed in the English text, so that
 * nothing has to be translated again.
 */
function keepStamps(entries: readonly AnyEntry[], changes: readonly FileChange[]): FileChange[] {
  const renewed = new Map<string, Partial<Record<Section, [was: string, now: string]>>>();
  entries.forEach((entry, at) => {
    const { before, after } = changes[at]!;
    if (!entry.source || before === after) return;
    const now = sectionsOf(after, entry);
    const pairs = Object.entries(entry.sections).flatMap(([section, was]) =>
      now[section as Section] === was ? [] : [[section, [was, now[section as Section]!]] as const],
    );
    if (pairs.length > 0) renewed.set(entry.id, Object.fromEntries(pairs));
  });
  return changes.map((change, at) => {
    const entry = entries[at]!;
    const pairs = entry.source ? undefined : renewed.get(entry.id);
    if (!pairs) return change;
    const stamps = { ...entry.sections };
    for (const [section, [was, now]] of Object.entries(pairs) as [Section, [string, string]][])
      if (stamps[section] === was) stamps[section] = now;
    const same = Object.entries(stamps).every(
      ([section, stamp]) => entry.sections[section as Section] === stamp,
    );
    return same ? change : { ...change, after: stampText(change.after, change.from, stamps) };
  });
}

/** @param source what the listing knows of the file */
const sectionsOf = (text: string, source: SourceFile): AnyEntry["sections"] =>
  toEntry(readEntry(text, source), text).sections;

/** Folders in which people write addresses, and names of files that hold texts. */
const FOLDERS = ["content", "locales", "public", "runtime"];
const TEXTS = /\.(md|json|tsx?|css|html|txt|xml|webmanifest)$/;

/** Files that name an address and are no content: a person looks at them. */
function mentionsOf(root: string, address: string, known: ReadonlySet<string>): string[] {
  const named = new RegExp(`(?<![\\w/-])${address}(?![\\w-])`);
  return FOLDERS.flatMap((folder) =>
    listFiles(path.join(root, folder)).map((file) => `${folder}/${file}`),
  ).filter(
    (file) =>
      !known.has(file) && TEXTS.test(file) && named.test(readText(path.join(root, file)) ?? ""),
  );
}
