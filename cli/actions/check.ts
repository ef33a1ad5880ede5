import path from "node:path";
import { type Problem, ToolkitError } from "#core/errors/errors.ts";
import { exists } from "../files/files.ts";
import { checkAnchors } from "../check/anchors.ts";
import { checkGlossary } from "../check/messages/glossary.ts";
import { checkConsistent } from "../check/messages/messages-consistent.ts";
import { checkRemovedPages } from "../build/write/removed-pages.ts";
import type { AnyEntry } from "../build/load/entry.ts";
import { publicLinks } from "../build/write/public-files.ts";
import { type LoadedSite, loadSite } from "../check/load-site.ts";
import { findFixes, showFix, applyFixes } from "../check/fixes.ts";
import { checkLookups, checkMessages, checkUnused } from "../check/messages/messages.ts";
import { locateFindings } from "../check/locate-findings.ts";
import { type Summary, annotation, printReport, toFindings } from "../check/report.ts";
import { requireLocale } from "../check/require-locale.ts";
import { toSarif } from "../check/sarif.ts";
import { checkAge } from "../check/site-age.ts";
import { checkBuiltSite } from "../check/site/site.ts";
import { checkBodies } from "../check/bodies.ts";
import { checkFolders, checkPages, todayAnywhere } from "../check/pages.ts";
import { checkKeywords } from "../check/search/keywords.ts";
import { checkPhrases } from "../check/search/phrases.ts";
import { checkLimits } from "../check/limits.ts";
import { checkStarters } from "../check/starters.ts";
import { checkFacts } from "../check/facts/check-facts.ts";
import { checkDuplicates, checkLengths, checkRatings } from "../check/texts.ts";
import { type LocaleStatus, checkTranslations } from "../check/translations.ts";
import type { Context } from "../command-kit/context.ts";
import { watchContent } from "../dev/watch.ts";
import { findMismatches, settleMismatch } from "../rename/mismatches.ts";
import { pause } from "../command-kit/pause.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";

type Format = "text" | "json" | "github" | "sarif";

interface Options {
  readonly json?: boolean;
  readonly format?: Format;
  readonly locale?: string;
  readonly strict?: boolean;
  readonly fix?: boolean;
  readonly dryRun?: boolean;
  readonly watch?: boolean;
  readonly out: string;
  /** False for --no-site. */
  readonly site: boolean;
}

/** Findings that a column of the table counts, since there may be one per page and locale. */
const COUNTED = new Set<Problem["code"]>([
  "TRANSLATION_MISSING",
  "TRANSLATION_STALE",
  "TRANSLATION_UNSTAMPED",
  "MESSAGE_MISSING",
]);

/** `toolkit check` */
export default async function check(context: Context, input: object): Promise<ExitCode> {
  const given = input as Options;
  const format = given.json ? "json" : (given.format ?? "text");
  if (given.json && given.format !== undefined && given.format !== "json")
    throw new ToolkitError("USAGE", { detail: "--json and --format contradict each other." });
  if (given.dryRun && !given.fix)
    throw new ToolkitError("USAGE", { detail: "--dry-run needs --fix." });
  const options = { ...given, format };
  if (given.fix) await fix(context, options);
  return given.watch ? watch(context, options) : once(context, options);
}

/** Checks again after every change, until interrupted. */
async function watch(context: Context, options: Options): Promise<ExitCode> {
  const { signal, root, log, interactive } = context;
  let wake: () => void = () => {};
  const stop = watchContent(root, () => wake());
  signal.addEventListener("abort", () => wake(), { once: true });
  try {
    while (!signal.aborted) {
      const changed = new Promise<void>((resolve) => (wake = resolve));
      // Clears the screen; earlier output stays in the scrollback.
      if (interactive) log("\u001B[2J\u001B[H");
      await once(context, options);
      log("Waiting for changes; stop with Ctrl+C.\n");
      await changed;
    }
    return 130;
  } finally {
    stop();
  }
}

/** Applies unambiguous fixes, or shows them. */
async function fix(context: Context, options: Options): Promise<void> {
  const { root, print, log } = context;
  const site = await loadSite(context);
  const problems = [...site.problems, ...checkAnchors(withFaulty(site)), ...checkGlossary(site)];
  const fixes = findFixes(site, problems);
  const shown = fixes.map(showFix).join("");
  if (options.format === "text") print(shown);
  else log(shown);
  const mismatches = findMismatches(site, problems);
  const count = fixes.reduce((sum, each) => sum + each.count, mismatches.length);
  if (!options.dryRun) applyFixes(root, fixes);
  for (const found of mismatches) {
    log(`toolkit rename ${found.type}/${found.old} ${found.slug}\n`);
    const rule = options.dryRun ? undefined : await settleMismatch(context, found);
    if (rule !== undefined)
      log(`Add this to the redirects that toolkit.config.ts uses:\n  ${rule}\n`);
  }
  const what = `${count} ${count === 1 ? "finding" : "findings"}`;
  log(options.dryRun ? `${what} would be fixed.\n` : `${what} fixed.\n`);
}

async function once(context: Context, options: Options): Promise<ExitCode> {
  const startedAt = performance.now();
  const { problems, ...summary } = await examine(context, options);
  const { locale, format } = options;
  const hidden =
    format !== "text" || locale !== undefined
      ? []
      : problems.filter(({ code, severity }) => COUNTED.has(code) && severity === "warning");
  const shown = problems.filter((found) => !hidden.includes(found));
  const findings = toFindings(context.root, locateFindings(context.root, shown));
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const failed = errors > 0 || (options.strict === true && problems.length > 0);
  const seconds = (performance.now() - startedAt) / 1000;
  if (format === "json") {
    const warnings = problems.length - errors;
    const { statuses: locales, files, built = null } = summary;
    context.print(
      `${JSON.stringify({ ok: !failed, errors, warnings, files, pages: built, locales, problems: findings })}\n`,
    );
    if (context.env["GITHUB_ACTIONS"]) context.log(findings.map(annotation).join(""));
  } else if (format === "sarif") context.print(toSarif(findings, context.root));
  else if (format === "github") context.print(findings.map(annotation).join(""));
  else printReport(findings, { ...summary, hidden: hidden.length, seconds }, context);
  return failed ? 1 : 0;
}

type Examined = Omit<Summary, "hidden" | "seconds"> & { readonly problems: Problem[] };

async function examine(context: Context, options: Options): Promise<Examined> {
  const { root, signal } = context;
  const { locale } = options;
  let site: LoadedSite;
  try {
    site = await loadSite(context);
  } catch (error) {
    // Nothing else can be checked with an invalid configuration.
    if (!(error instanceof ToolkitError) || error.code !== "PROBLEMS") throw error;
    return { problems: [...error.problems], statuses: [], built: undefined, files: 0 };
  }
  if (locale !== undefined) requireLocale(site.config, locale);
  const translations = checkTranslations(site.plan);
  const messages = checkMessages(site);
  const all = withFaulty(site);
  const problems = [
    ...site.problems,
    ...checkLengths(all),
    ...checkFacts(all),
    ...checkDuplicates(all),
    ...checkRatings(all),
    ...checkKeywords(all),
    ...checkPhrases(all),
    ...checkLimits(all),
    ...checkStarters(all),
    ...checkPages(all, todayAnywhere(new Date())),
    ...checkBodies(all),
    ...checkFolders(site),
    ...publicLinks(site.root),
    ...translations.problems,
    ...messages.problems,
    ...checkUnused(site),
    ...checkLookups(site),
    ...checkAnchors(all),
    ...checkGlossary(site),
    ...checkConsistent(site),
  ].filter((found) => locale === undefined || concerns(found, locale, site));
  await pause(signal);
  const statuses = translations.statuses
    .map((status): LocaleStatus => {
      const { messages: all, missing } = messages.counts.get(status.locale)!;
      return { ...status, messages: all, messagesMissing: missing };
    })
    .filter((status) => locale === undefined || status.locale === locale);

  const folder = path.resolve(root, options.out);
  let built: number | undefined;
  if (options.site && exists(folder)) {
    const shown = path.relative(root, folder).split(path.sep).join("/") || ".";
    const result = await checkBuiltSite({
      site: site.plan.site,
      folder,
      shown,
      signal,
      ...(locale !== undefined && { locale }),
    });
    problems.push(...result.problems);
    problems.push(...checkAge(site, folder));
    if (locale === undefined)
      problems.push(...checkRemovedPages(site.plan, await publishedPaths(folder)));
    built = result.pages;
  }
  return { problems, statuses, built, files: all.texts.length };
}

/** Paths of the pages of a built site; pages alone have a payload. */
async function publishedPaths(folder: string): Promise<readonly string[]> {
  const { default: glob } = await import("fast-glob");
  const files = await glob("**/_payload.json", { cwd: folder });
  return files.sort().map((file) => `/${file.replace(/\/?_payload\.json$/, "")}`);
}

/** Includes the readable parts of files with errors. */
const withFaulty = (site: LoadedSite): LoadedSite<AnyEntry> => ({
  ...site,
  texts: [...site.texts, ...site.faulty],
});

/** Whether a finding about content concerns a locale. */
function concerns({ location, params }: Problem, locale: string, { config }: LoadedSite): boolean {
  if ((params as { locale?: string }).locale === locale) return true;
  const [, folder, panel] =
    /(?:^|\/)(?:locales\/([^/]+)\/|panels\/[^/]+\/messages\/([^/]+)\.json$)/.exec(
      location?.file ?? "",
    ) ?? [];
  const own = folder ?? panel ?? config.defaultLocale;
  return own === locale && (params as { locale?: string }).locale === undefined;
}
