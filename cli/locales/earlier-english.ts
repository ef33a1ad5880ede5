import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Section, SectionFields } from "#core/page/content.ts";
import { parseEntry } from "../build/load/read-entry.ts";
import { sectionText } from "../build/load/to-entry.ts";
import type { LoadedSite } from "../check/load-site.ts";
import { readMessageStamps, stampOfMessage } from "../check/messages/message-stamps.ts";
import { shortDigest } from "../files/hash.ts";
import { messagesIn } from "./unchanged.ts";
import { type Unit, type UnitFile, sectionTexts } from "./units.ts";

/** Maximum number of revisions of a file that are searched, latest first. */
const MAX_COMMITS = 500;
const LARGEST = 1 << 28;
const LOG = ["log", `--max-count=${MAX_COMMITS}`, "--format=", "--raw", "--no-abbrev", "--follow"];

/** Earlier texts of an English file, by the part of a unit's id after the file's id. */
type Earlier = (unit: Unit) => string | undefined;

/**
 * Adds to stale units the English from which they were translated: the text in git's history that
 * has the hash of the stamp. Units without such a text stay unchanged.
 */
export function addEarlierEnglish(
  site: LoadedSite,
  locale: string,
  files: readonly UnitFile[],
): UnitFile[] {
  const stamps = readMessageStamps(site.root, locale);
  return files.map((file) => {
    const isStale = ({ state }: Unit): boolean => state === "stale";
    const stale = file.groups.filter(({ units }) => units.some(isStale));
    if (stale.length === 0) return file;
    const entry = site.plan.entries.get(file.id);
    const readers = revisionsOf(site, file.original).map((text): Earlier => {
      const texts = new Map<string, string>();
      if (!entry) {
        const source = messagesIn(text);
        return ({ id }) => {
          const key = id.slice(file.id.length + 1);
          return stampOfMessage(source, key) === stamps?.get(id) ? source.get(key) : undefined;
        };
      }
      const translation = site.plan.translations.get(locale)?.get(entry.id);
      const parsed = parseEntry(text, entry);
      if (!Array.isArray(parsed)) {
        const values: SectionFields & { readonly body: string } = {
          ...parsed.data,
          body: parsed.body,
        };
        for (const [name, stamp] of Object.entries(translation?.sections ?? {})) {
          const value = values[name as Section];
          if (value === undefined || shortDigest(sectionText(value)) !== stamp) continue;
          for (const [below, each] of sectionTexts(value))
            texts.set(`${file.id}#${name}${below}`, each);
        }
      }
      return ({ id }) => texts.get(id);
    });
    const groups = file.groups.map((group) => ({
      ...group,
      units: group.units.map((unit) => {
        if (!isStale(unit)) return unit;
        const was = firstOf(readers, unit);
        return was === undefined || was === unit.source ? unit : { ...unit, was };
      }),
    }));
    return { ...file, groups };
  });
}

function firstOf(readers: readonly Earlier[], unit: Unit): string | undefined {
  for (const read of readers) {
    const found = read(unit);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All versions of a file, latest first; empty without a repository. */
function revisionsOf({ root, home }: LoadedSite, original: string): string[] {
  const folder = [root, home].find((each) => fs.existsSync(path.join(each, original)));
  if (folder === undefined) return [];
  const git = (argv: readonly string[], input = ""): Buffer =>
    execFileSync("git", argv, {
      cwd: folder,
      input,
      maxBuffer: LARGEST,
      stdio: ["pipe", "pipe", "ignore"],
    });
  try {
    const log = git(LOG.concat("--", original)).toString("latin1");
    const blobs = new Set(
      Array.from(log.matchAll(/^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /gm), ([, old, now]) => [
        now!,
        old!,
      ])
        .flat()
        .filter((id) => /[^0]/.test(id)),
    );
    return readBlobs(git(["cat-file", "--batch"], [...blobs].map((id) => `${id}\n`).join("")));
  } catch {
    return [];
  }
}

/** Parses the output of `git cat-file --batch`: each blob follows a line with its size. */
function readBlobs(printed: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < printed.length;) {
    const end = printed.indexOf(10, at);
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(printed.toString("latin1", at, end)) ?? [];
    at = end + 1;
    if (size === undefined) continue;
    texts.push(printed.toString("utf8", at, at + Number(size)));
    at += Number(size) + 1;
  }
  return texts;
}
