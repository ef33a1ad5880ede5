import fs from "node:fs";
import path from "node:path";
import type { Section } from "#core/page/content.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import type { Entry } from "../build/load/entry.ts";
import { parseEntry } from "../build/load/read-entry.ts";
import { withIo, writeAtomic } from "../files/files.ts";
import { type LoadedSite, loadSite } from "../check/load-site.ts";
import { messageSets } from "../check/messages/message-sets.ts";
import { checkMessages } from "../check/messages/messages.ts";
import { locateFindings } from "../check/locate-findings.ts";
import { findingLine, toFindings } from "../check/report.ts";
import { requireLocale } from "../check/require-locale.ts";
import { type LocaleStatus, checkTranslations, splitStale } from "../check/translations.ts";
import type { Context } from "../command-kit/context.ts";
import { type Progress, parseBudgets, progressOf } from "../locales/progress.ts";
import { type Refused, stampMessages } from "../locales/stamp-messages.ts";
import { stampText } from "../locales/stamp-text.ts";
import { createIsUnchanged, sectionsIn } from "../locales/unchanged.ts";
import { unitFiles } from "../locales/units.ts";
import { renderTable } from "../command-kit/render-table.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";

interface StatusOptions {
  readonly locale?: string;
  readonly json?: boolean;
  readonly sections?: boolean;
  readonly budget?: readonly string[];
}

interface FullStatus extends LocaleStatus {
  readonly progress: Progress;
}

/** `toolkit locales status` */
export async function status(context: Context, input: object): Promise<ExitCode> {
  const options = input as StatusOptions;
  const site = await loadSite(context);
  if (options.locale !== undefined) requireLocale(site.config, options.locale);
  const { counts } = checkMessages(site);
  const all = checkTranslations(site.plan).statuses;
  const budgetOf = parseBudgets(
    options.budget ?? [],
    all.map(({ locale }) => locale),
  );
  const unread = site.problems.filter(({ severity }) => severity === "error");
  const statuses = all
    .filter(({ locale }) => options.locale === undefined || locale === options.locale)
    .map((found): FullStatus => {
      const { messages, missing } = counts.get(found.locale)!;
      const progress = progressOf(unitFiles(site, found.locale));
      return { ...found, messages, messagesMissing: missing, progress };
    });
  const short = statuses.filter(
    ({ locale, progress }) => progress.percent < (budgetOf(locale) ?? 0),
  );
  if (options.json)
    context.print(
      `${JSON.stringify({ ok: short.length === 0, locales: statuses.map(({ progress, ...each }) => ({ ...each, words: progress })), errors: unread.length })}\n`,
    );
  else if (options.sections) context.print(sectionTable(statuses, context.printsToTerminal));
  else context.print(progressTable(statuses, context.printsToTerminal));
  if (unread.length > 0)
    context.log(
      `${unread.length} ${unread.length === 1 ? "problem makes" : "problems make"} this incomplete; \`toolkit check\` lists them.\n`,
    );
  for (const { locale, progress } of short)
    context.log(
      `${locale}: ${progress.percent} % of the words are up to date; the budget is ${budgetOf(locale)} %.\n`,
    );
  return short.length > 0 ? 1 : 0;
}

const HEADER = [
  "locale",
  "pages",
  "stale pages",
  "missing pages",
  "missing messages",
  "words",
  "stale words",
  "missing words",
  "% of words",
];

const progressTable = (statuses: readonly FullStatus[], padded: boolean): string =>
  renderTable(
    HEADER,
    statuses.map((each) => [
      each.locale,
      `${each.translated}/${each.pages}`,
      `${each.stale}`,
      `${each.missing}`,
      `${each.messagesMissing}/${each.messages}`,
      `${each.progress.fresh}`,
      `${each.progress.stale}`,
      `${each.progress.missing}`,
      `${each.progress.percent}`,
    ]),
    padded,
  );

const sectionTable = (statuses: readonly FullStatus[], padded: boolean): string =>
  renderTable(
    ["locale", "section", "words fresh", "words stale", "words missing"],
    statuses.flatMap(({ locale, progress }) =>
      Object.entries(progress.sections).map(([section, { fresh, stale, missing }]) => [
        locale,
        section,
        ...[fresh, stale, missing].map(String),
      ]),
    ),
    padded,
  );

interface StampOptions {
  readonly files: readonly string[];
  readonly locale?: string;
  readonly all?: boolean;
  readonly check?: boolean;
  readonly messages?: boolean;
  readonly asReviewed?: boolean;
}

/** `toolkit locales stamp` */
export async function stamp(context: Context, input: object): Promise<ExitCode> {
  const options = input as StampOptions;
  const { root } = context;
  const site = await loadSite(context);
  if (options.locale !== undefined) requireLocale(site.config, options.locale);
  const named = new Set(options.files.map((file) => resolveNamed(site, context, file)));
  const translations = [...site.plan.translations.values()]
    .flatMap((byId) => [...byId.values()])
    .filter(({ file }) => named.size === 0 || named.has(file))
    .filter(({ locale }) => options.locale === undefined || locale === options.locale);
  const isUnchanged = options.asReviewed ? undefined : createIsUnchanged();
  const refused: Refused[] = [];
  let sections = 0;
  const changed: string[] = [];
  for (const translation of translations) {
    const source = site.plan.entries.get(translation.id);
    if (!source) continue; // Reported below, as a translation without a source.
    const { stale, unstamped } = splitStale(source, translation);
    const requested = options.all || named.size > 0 ? [...unstamped, ...stale] : unstamped;
    const unchanged = requested.filter((section) => {
      const [english, own] = [source, translation].map((entry) => ({
        file: path.join(root, entry.file),
        textsOf: (text: string) => sectionsIn(text, entry),
        name: section,
      }));
      const isStale = stale.includes(section);
      if (!isUnchanged?.(english!, own!, isStale)) return true;
      refused.push({ file: translation.file, name: section });
      return false;
    });
    if (unchanged.length === 0) continue;
    sections += unchanged.length;
    changed.push(translation.file);
    if (!options.check) writeStamps(root, source, translation, unchanged);
  }
  const stamped = stampMessages(site, {
    codes: site.config.locales
      .map(({ code }) => code)
      .filter((code) => code !== site.config.defaultLocale)
      .filter((code) => options.locale === undefined || code === options.locale),
    start: options.messages === true,
    isRenewed: (file) => options.all === true || named.has(file),
    isUnchanged,
    write: options.check !== true,
  });
  changed.push(...stamped.files);
  context.print(changed.map((file) => `${file}\n`).join(""));
  const unusable = site.problems.filter(
    ({ location, severity }) =>
      severity === "error" && /^locales\/.*\.md$/.test(location?.file ?? ""),
  );
  context.log(
    toFindings(root, locateFindings(root, unusable))
      .map((found) => findingLine(found))
      .join(""),
  );
  context.log(rejectionText([...refused, ...stamped.refused]));
  const pages = changed.length - stamped.files.length;
  const what = `${sections} ${sections === 1 ? "section" : "sections"} in ${pages} of ${translations.length} files${
    stamped.messages > 0 ? `, and ${stamped.messages} messages` : ""
  }`;
  context.log(options.check ? `To be stamped: ${what}.\n` : `Stamped: ${what}.\n`);
  const isIncomplete = unusable.length + refused.length + stamped.refused.length > 0;
  return isIncomplete || (options.check === true && changed.length > 0) ? 1 : 0;
}

/** Maximum number of texts named in a line. */
const MAX_NAMES = 10;

function rejectionText(refused: readonly Refused[]): string {
  const files = Map.groupBy(refused, ({ file }) => file);
  const lines = Array.from(files, ([file, texts]) => {
    const names = texts.slice(0, MAX_NAMES).map(({ name }) => name);
    if (texts.length > MAX_NAMES) names.push(`${texts.length - MAX_NAMES} more`);
    return `${file}: not stamped, as unchanged since the English changed: ${names.join(", ")}.\n`;
  });
  if (lines.length > 0)
    lines.push("Bring them up to date, or stamp them with --as-reviewed if they are right.\n");
  return lines.join("");
}

/** @throws USAGE if the file is not a translation of the site */
function resolveNamed(site: LoadedSite, { root, cwd }: Context, file: string): string {
  // Accepts paths as shells complete them, and as `toolkit check` prints them.
  const [relative = file, ...others] = [cwd, root].map((folder) =>
    path.relative(root, path.resolve(folder, file)).split(path.sep).join("/"),
  );
  const codes = [...site.plan.translations.keys()];
  const messages = messageSets(site)
    .sets.flatMap((set) => codes.flatMap((code) => set.filesOf(code)))
    .map((each) => path.relative(root, each).split(path.sep).join("/"));
  const known = [...site.plan.translations.values()]
    .flatMap((byId) => Array.from(byId.values(), (entry) => entry.file))
    .concat(messages);
  const found = [relative, ...others].find((each) => known.includes(each));
  if (found !== undefined) return found;
  const similar = findSimilar(relative, known);
  throw new ToolkitError("USAGE", {
    detail: `${file} is not a translation that can be read.${similar ? ` Did you mean ${similar}?` : ""}`,
  });
}

/** Updates the stamps of some sections, and retains the others. */
function writeStamps(
  root: string,
  source: Entry,
  translation: Entry,
  sections: readonly Section[],
): void {
  const { file, present } = translation;
  const hashes: Partial<Record<Section, string>> = {};
  for (const section of present) {
    const hash = sections.includes(section)
      ? source.sections[section]
      : translation.sections[section];
    if (hash !== undefined) hashes[section] = hash;
  }
  const target = path.join(root, file);
  const before = withIo(file, () => fs.readFileSync(target, "utf8"));
  const after = stampText(before, file, hashes);
  assertOnlyStamped(before, after, translation);
  writeAtomic(target, after);
}

/** Verifies before a translator's file is replaced that only its stamps change. */
function assertOnlyStamped(before: string, after: string, translation: Entry): void {
  const [was, is] = [before, after].map((text) => {
    const parsed = parseEntry(text, translation);
    if (Array.isArray(parsed)) return undefined;
    if (parsed.source) return undefined;
    const { source: _, ...rest } = parsed.data;
    return JSON.stringify([rest, parsed.body]);
  });
  if (was === undefined || was !== is)
    throw new ToolkitError("FILE_UNSUITABLE", {
      detail: `${translation.file} was left as it was: its "source" block is written in a form that cannot be replaced.`,
    });
}
