import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { SECTIONS } from "#core/page/content.ts";
import type { MessageTree } from "#core/page/render.ts";
import type { SourceFile } from "../build/load/entry.ts";
import { flatten } from "../build/load/messages.ts";
import { parseEntry } from "../build/load/read-entry.ts";
import { sectionText } from "../build/load/to-entry.ts";

/** A file and its texts by name: the sections of a page, or the messages of a file. */
export interface TextFile {
  /** Absolute path. */
  readonly file: string;
  /** The texts of a version of the file; empty if the version is invalid. */
  readonly textsOf: (content: string) => ReadonlyMap<string, string>;
}

interface NamedText extends TextFile {
  readonly name: string;
}

/** Whether a translation is unchanged since its English last changed. */
export type IsUnchanged = (
  english: NamedText,
  translation: NamedText,
  /** Whether the translation has been stamped before. */
  isStamped: boolean,
) => boolean;

interface Revision {
  readonly commit: string;
  readonly texts: ReadonlyMap<string, string>;
}

/** Maximum number of revisions of an English file that are searched, latest first. */
const MAX_COMMITS = 500;
const LARGEST = 1 << 28;

const git = (file: string, argv: readonly string[], input = ""): Buffer | undefined => {
  try {
    return execFileSync("git", argv, {
      cwd: path.dirname(file),
      input,
      maxBuffer: LARGEST,
      stdio: ["pipe", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
};

/** Versions of a file at some commits; undefined for commits without it. */
function versionsAt(file: string, commits: readonly string[]): (string | undefined)[] {
  const names = commits.map((commit) => `${commit}:./${path.basename(file)}\n`).join("");
  const printed = git(file, ["cat-file", "--batch"], names);
  if (printed === undefined) return [];
  let at = 0;
  return commits.map(() => {
    const end = printed.indexOf(10, at);
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(printed.toString("latin1", at, end)) ?? [];
    at = end + 1;
    if (size === undefined) return undefined;
    const text = printed.toString("utf8", at, at + Number(size));
    at += Number(size) + 1;
    return text;
  });
}

/**
 * Decides by git's history. Without one, a translation whose file is older than its English file is
 * unchanged; this applies only to stamped translations, because copying a site changes the order of
 * file times.
 */
export function createIsUnchanged(): IsUnchanged {
  const cached = <Value>(make: (file: TextFile, key: string) => Value) => {
    const known = new Map<string, Value>();
    return (of: TextFile, key = ""): Value => {
      const id = `${key}\0${of.file}`;
      if (!known.has(id)) known.set(id, make(of, key));
      return known.get(id)!;
    };
  };
  const revisionsOf = cached(({ file, textsOf }): Revision[] => {
    const printed = git(file, [
      "log",
      `--max-count=${MAX_COMMITS}`,
      "--format=%H",
      "--",
      path.basename(file),
    ]);
    const commits = printed?.toString("latin1").match(/[0-9a-f]+/g) ?? [];
    return versionsAt(file, commits).map((text, at) => ({
      commit: commits[at]!,
      texts: text === undefined ? new Map<string, string>() : textsOf(text),
    }));
  });
  const textsAt = cached(({ file, textsOf }, commit): ReadonlyMap<string, string> => {
    const text =
      commit === "" ? fs.readFileSync(file, "utf8") : (versionsAt(file, [commit])[0] ?? "");
    return textsOf(text);
  });
  const changedAt = cached(({ file }) => fs.statSync(file).mtimeMs);

  return (english, translation, isStamped) => {
    const revisions = revisionsOf(english);
    if (revisions.length === 0) return isStamped && changedAt(translation) < changedAt(english);
    const now = textsAt(english).get(english.name);
    const earlier = revisions.findIndex(({ texts }) => texts.get(english.name) !== now);
    if (earlier < 0) return false;
    const before = earlier === 0 ? "HEAD" : `${revisions[earlier - 1]!.commit}^`;
    const was = textsAt(translation, before).get(translation.name);
    return was !== undefined && was === textsAt(translation).get(translation.name);
  };
}

/** The messages of a version of a file; empty if it is not JSON. */
export function messagesIn(text: string): ReadonlyMap<string, string> {
  try {
    return new Map(flatten(JSON.parse(text) as MessageTree));
  } catch {
    return new Map();
  }
}

/** The sections of a version of a content file; empty if it is invalid. */
export function sectionsIn(text: string, source: SourceFile): ReadonlyMap<string, string> {
  const parsed = parseEntry(text, source);
  if (Array.isArray(parsed)) return new Map();
  const values: Readonly<Record<string, unknown>> = { ...parsed.data, body: parsed.body };
  return new Map(
    SECTIONS.flatMap((section) =>
      values[section] === undefined ? [] : [[section, sectionText(values[section])]],
    ),
  );
}
