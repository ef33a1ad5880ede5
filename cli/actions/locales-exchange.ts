import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import { exists, withIo, writeAtomic } from "../files/files.ts";
import { type LoadedSite, loadSite } from "../check/load-site.ts";
import { locateFindings } from "../check/locate-findings.ts";
import { findingLine, toFindings } from "../check/report.ts";
import { requireLocale } from "../check/require-locale.ts";
import type { Context } from "../command-kit/context.ts";
import { styleLines } from "../glossary/find-terms.ts";
import { loadGlossary } from "../glossary/load.ts";
import { filesOfPlan, writeAll } from "../locales/apply-import.ts";
import { addEarlierEnglish } from "../locales/earlier-english.ts";
import { decodeExchange } from "../locales/decode-exchange.ts";
import { readJson, writeJson } from "../locales/exchange-json.ts";
import { type Exchange, type ReturnedFile, ExchangeFault } from "../locales/exchange.ts";
import {
  type ImportFault,
  type ImportPlan,
  type ImportRules,
  type WhenChanged,
  planImport,
} from "../locales/plan-import.ts";
import { readPo, writePo } from "../locales/po.ts";
import { type UnitFile, type UnitGroup, unitFiles } from "../locales/units.ts";
import { type FindUnit, readXliff } from "../locales/xliff-read.ts";
import { writeXliff, xliffId } from "../locales/xliff-write.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";

const WRITERS = { xliff: writeXliff, json: writeJson, po: writePo } as const;
type Format = keyof typeof WRITERS;
const ENDINGS: Readonly<Record<Format, string>> = { xliff: "xlf", json: "json", po: "po" };

interface ExportOptions {
  readonly codes: readonly string[];
  readonly out?: string;
  readonly format: string;
  readonly open?: boolean;
  readonly force?: boolean;
}

/** `toolkit locales export` */
export async function exportUnits(context: Context, input: object): Promise<ExitCode> {
  const options = input as ExportOptions;
  const format = requireOneOf("format", options.format, Object.keys(WRITERS) as Format[]);
  const site = await loadSite(context);
  const known = site.config.locales.map(({ code }) => code);
  const codes =
    options.codes.length > 0
      ? options.codes
      : known.filter((code) => code !== site.config.defaultLocale);
  for (const code of codes) requireTarget(site, code);
  const { out } = options;
  if (out === undefined && codes.length !== 1)
    throw new ToolkitError("USAGE", { detail: "Several languages need a folder: --out <folder>." });
  for (const code of codes) {
    const all = unitFiles(site, code);
    const files = addEarlierEnglish(site, code, options.open ? openOnly(all) : all);
    const text = WRITERS[format](exchangeOf(site, code, files));
    const units = files.flatMap(({ groups }) => groups).flatMap((group) => group.units);
    if (out === undefined) context.print(text);
    else {
      const asFile = codes.length === 1 && /\.\w+$/.test(out);
      const name = asFile ? out : path.join(out, `${code}.${ENDINGS[format]}`);
      const target = path.resolve(context.cwd, name);
      if (exists(target) && !options.force) throw new ToolkitError("OUTPUT_EXISTS", { file: name });
      writeAtomic(target, text);
      context.print(`${name}\n`);
    }
    const open = units.filter(({ state }) => state !== "translated").length;
    context.log(`${code}: ${units.length} texts, ${open} to be translated or looked at.\n`);
    const blind = files.filter(({ groups }) => groups.some(lacksEarlier)).length;
    if (blind > 0)
      context.log(
        `${code}: of ${blind} English ${blind === 1 ? "file" : "files"} with stale texts, git's history does not have what was translated.\n`,
      );
  }
  return 0;
}

const exchangeOf = (site: LoadedSite, code: string, files: readonly UnitFile[]): Exchange => ({
  locale: code,
  sourceLanguage: languageOf(site, site.config.defaultLocale),
  language: languageOf(site, code),
  style: styleOf(site, code),
  files,
});

function styleOf({ root }: LoadedSite, code: string): string[] {
  const style = loadGlossary(root).glossary?.styles[code];
  return style ? styleLines(style) : [];
}

const languageOf = ({ config }: LoadedSite, code: string): string =>
  config.locales.find((locale) => locale.code === code)!.language;

/** Whether the earlier English of a stale group is unknown; some texts of a list stay the same. */
const lacksEarlier = ({ units }: UnitGroup): boolean =>
  units.some(({ state }) => state === "stale") && units.every(({ was }) => was === undefined);

/** Complete groups that contain missing or stale texts. */
const openOnly = (files: readonly UnitFile[]): UnitFile[] =>
  files
    .map((file) => ({
      ...file,
      groups: file.groups.filter(({ units }: UnitGroup) =>
        units.some(({ state }) => state !== "translated"),
      ),
    }))
    .filter(({ groups }) => groups.length > 0);

/** @throws USAGE */
function requireTarget({ config }: LoadedSite, code: string): void {
  requireLocale(config, code);
  if (code === config.defaultLocale)
    throw new ToolkitError("USAGE", { detail: `${code} is the language that is translated from.` });
}

function requireOneOf<Name extends string>(
  flag: string,
  value: string,
  names: readonly Name[],
): Name {
  const found = names.find((name) => name === value);
  if (found) return found;
  const similar = findSimilar(value, names);
  throw new ToolkitError("USAGE", {
    detail: `--${flag} takes ${names.join(", ")}; found "${value}".${similar ? ` Did you mean "${similar}"?` : ""}`,
  });
}

interface ImportOptions {
  readonly files: readonly string[];
  readonly locale?: string;
  readonly changed: string;
  readonly asReviewed?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Result of importing one file. */
interface Imported {
  readonly file: string;
  readonly locale: string;
  readonly plan: ImportPlan;
}

/** `toolkit locales import`: imports all files or none. */
export async function importUnits(context: Context, input: object): Promise<ExitCode> {
  const options = input as ImportOptions;
  const whenChanged = requireOneOf<WhenChanged>("changed", options.changed, [
    "refuse",
    "skip",
    "take",
  ]);
  const site = await loadSite(context);
  if (options.locale !== undefined) requireTarget(site, options.locale);
  const imported = options.files.map((file) =>
    readFile(site, context, {
      file,
      locale: options.locale,
      rules: { whenChanged, asReviewed: options.asReviewed === true },
    }),
  );
  const seen = new Set<string>();
  for (const { locale, file } of imported)
    if (seen.has(locale))
      throw new ToolkitError("USAGE", {
        detail: `${file} is a second file for ${locale}; import one after the other.`,
      });
    else seen.add(locale);
  const errors = imported
    .flatMap(({ plan }) => plan.faults)
    .filter(({ severity }) => severity === "error").length;
  const made = imported.map(({ locale, plan }) => filesOfPlan(site, locale, plan));
  const problems = made.flatMap((each) => each.problems);
  const changes = made.flatMap((each) => each.changes);
  const failed = errors + problems.length > 0;
  if (!failed && !options.dryRun) writeAll(context.root, changes);

  const findings = toFindings(context.root, locateFindings(context.root, problems));
  if (options.json)
    context.print(
      `${JSON.stringify({ ok: !failed, files: changes.map(({ file }) => file), imported: imported.map(({ file, locale, plan }) => ({ file, locale, ...countsOf(plan), problems: plan.faults })), problems: findings })}\n`,
    );
  else {
    for (const { file, plan } of imported)
      for (const fault of plan.faults) context.log(faultLine(file, fault));
    context.log(findings.map((found) => findingLine(found)).join(""));
    if (!failed) context.print(changes.map(({ file }) => `${file}\n`).join(""));
  }
  for (const { file, locale, plan } of imported)
    context.log(`${file} (${locale}): ${summaryOf(plan)}\n`);
  if (failed) context.log("Nothing was written.\n");
  return failed ? 1 : 0;
}

const faultLine = (file: string, { line, severity, unit, detail }: ImportFault): string =>
  `${file}:${line}: ${severity}: ${unit && `${unit}: `}${detail}.\n`;

const countsOf = ({ changed, same, untranslated, skipped, unreviewed }: ImportPlan) => ({
  changed,
  same,
  untranslated,
  skipped,
  unreviewed,
});

function summaryOf(plan: ImportPlan): string {
  const { changed, same, untranslated, skipped, unreviewed } = plan;
  return [
    `${changed} ${changed === 1 ? "text" : "texts"} changed`,
    `${same} as they were`,
    `${untranslated} without a translation`,
    ...(skipped > 0 ? [`${skipped} left out, as their English has changed`] : []),
    ...(unreviewed > 0
      ? [`${unreviewed} left out, as they are not marked as reviewed (--as-reviewed takes them)`]
      : []),
  ]
    .join(", ")
    .concat(".");
}

interface Reading {
  readonly file: string;
  readonly locale: string | undefined;
  readonly rules: ImportRules;
}

/** @throws EXCHANGE_UNREADABLE, EXCHANGE_ENCODING, USAGE */
function readFile(site: LoadedSite, context: Context, { file, locale, rules }: Reading): Imported {
  const target = path.resolve(context.cwd, file);
  if (!exists(target)) throw new ToolkitError("USAGE", { detail: `There is no file ${file}.` });
  const bytes = withIo(file, () => fs.readFileSync(target));
  // The units depend on the language, which the file names.
  let found: { locale: string; files: UnitFile[]; ids: ReadonlyMap<string, string> } | undefined;
  const unitsOf = (language: string): NonNullable<typeof found> => {
    const own = locale ?? localeOf(site, file, language);
    if (found?.locale !== own) {
      const files = unitFiles(site, own);
      found = { locale: own, files, ids: idsOf(files) };
    }
    return found;
  };
  try {
    const returned = readAny(file, decodeExchange(bytes, file), (language, ...ids) =>
      unitsOf(language).ids.get(ids.join(" ")),
    );
    const { files, locale: own } = unitsOf(returned.language);
    return { file, locale: own, plan: planImport(files, returned, rules) };
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error;
    const { line, column, message: detail } = error;
    throw new ToolkitError("EXCHANGE_UNREADABLE", { file, line, column, detail }, { cause: error });
  }
}

/** Names of units by the ids that XLIFF uses for their file and themselves. */
const idsOf = (files: readonly UnitFile[]): ReadonlyMap<string, string> =>
  new Map(
    files.flatMap(({ id: file, groups }) =>
      groups.flatMap(({ units }) =>
        units.map(({ id }) => [`${xliffId(file)} ${xliffId(id)}`, id] as const),
      ),
    ),
  );

function readAny(file: string, text: string, find: FindUnit): ReturnedFile {
  if (/\.po$/i.test(file)) return readPo(text);
  return /\.json$/i.test(file) ? readJson(text) : readXliff(text, find);
}

/** Locale of a file, by its language. @throws USAGE if it is not one of the site's */
function localeOf({ config }: LoadedSite, file: string, language: string): string {
  const found = config.locales.find(
    (locale) =>
      locale.language.toLowerCase() === language.toLowerCase() &&
      locale.code !== config.defaultLocale,
  );
  if (found) return found.code;
  throw new ToolkitError("USAGE", {
    detail:
      language === ""
        ? `${file} does not name its language. Name it with --locale.`
        : `${file} is a translation into "${language}", which is not one of the site's languages. Name one with --locale.`,
  });
}
