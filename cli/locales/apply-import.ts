import fs from "node:fs";
import path from "node:path";
import { type Section, type SectionFields, SECTIONS } from "#core/page/content.ts";
import type { Problem } from "#core/errors/errors.ts";
import type { SourceFile } from "../build/load/entry.ts";
import { parseEntry } from "../build/load/read-entry.ts";
import { sectionText } from "../build/load/to-entry.ts";
import { exists, ioError, readText, tidy } from "../files/files.ts";
import { requireUtf8 } from "../files/read-utf8.ts";
import type { LoadedSite } from "../check/load-site.ts";
import { messageSets } from "../check/messages/message-sets.ts";
import {
  readMessageStamps,
  stampsFile,
  writeMessageStamps,
} from "../check/messages/message-stamps.ts";
import type { ImportPlan } from "./plan-import.ts";
import { isStub } from "../new/stubs.ts";
import { writeMessages } from "./write-messages.ts";
import { type SectionValues, writeTranslation } from "./write-translation.ts";

/** The new content of a file. */
export interface FileChange {
  /** Relative to the site's root. */
  readonly file: string;
  readonly text: string;
}

/** The files that a plan produces, and their problems, for example a section with too few items. */
export function filesOfPlan(
  site: LoadedSite,
  locale: string,
  plan: ImportPlan,
): { changes: FileChange[]; problems: Problem[] } {
  const { root, config } = site;
  const changes: FileChange[] = [];
  const problems: Problem[] = [];
  for (const set of messageSets(site).sets) {
    const texts = plan.messages.get(set.name);
    if (!texts) continue;
    const target = set.filesOf(locale)[0]!;
    const file = path.relative(root, target).split(path.sep).join("/");
    const text = writeMessages(requireUtf8(root, file), set.treeOf(config.defaultLocale), texts);
    changes.push({ file, text });
  }
  const stamps = readMessageStamps(root, locale);
  if (stamps && plan.messageStamps.size > 0) {
    const text = writeMessageStamps(new Map([...stamps, ...plan.messageStamps]));
    changes.push({ file: stampsFile(locale), text });
  }
  for (const [id, { sections, stamps: pageStamps }] of plan.pages) {
    const entry = site.plan.entries.get(id)!;
    const translation = site.plan.translations.get(locale)?.get(id);
    const file = translation?.file ?? `locales/${locale}/${id}.md`;
    const found = requireUtf8(root, file);
    // Template comments are removed from sections that are filled in.
    const before = found !== undefined && isStub(found) ? undefined : found;
    const hashes = hashesOf(translation?.sections ?? {}, pageStamps);
    const text = writeTranslation(before, file, sections as SectionValues, hashes);
    const source: SourceFile = { file, type: entry.type, locale, source: false };
    const parsed = parseEntry(text, source);
    if (Array.isArray(parsed)) problems.push(...parsed);
    else {
      const values: SectionFields & { readonly body: string } = {
        ...parsed.data,
        body: parsed.body,
      };
      for (const section of SECTIONS)
        if (section in sections && sectionText(values[section]) !== sectionText(sections[section]))
          throw new Error(`${file}: ${section} was not written as it came`);
      changes.push({ file, text });
    }
  }
  const isOther = ({ file, text }: FileChange): boolean => readText(path.join(root, file)) !== text;
  return { changes: changes.filter(isOther), problems };
}

const hashesOf = (
  old: Readonly<Partial<Record<Section, string>>>,
  stamps: Readonly<Partial<Record<Section, string>>>,
): Partial<Record<Section, string>> =>
  Object.fromEntries(
    SECTIONS.flatMap((section) => {
      const hash = stamps[section] ?? old[section];
      return hash === undefined ? [] : [[section, hash]];
    }),
  );

/** Writes all files or none: if a write fails, earlier ones are reverted. */
export function writeAll(root: string, changes: readonly FileChange[]): void {
  const targets = changes.map(({ file, text }) => {
    const target = path.join(root, file);
    return {
      file,
      target,
      text,
      before: exists(target) ? fs.readFileSync(target) : undefined,
      temporary: `${target}.${process.pid}.tmp`,
    };
  });
  const done: typeof targets = [];
  try {
    for (const { target, temporary, text } of targets) {
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(temporary, text);
    }
    for (const each of targets) {
      fs.renameSync(each.temporary, each.target);
      done.push(each);
    }
  } catch (error) {
    for (const { target, before } of done)
      if (before === undefined) tidy(target);
      else fs.writeFileSync(target, before);
    for (const { temporary } of targets) tidy(temporary);
    throw ioError(error, root);
  }
}
