import path from "node:path";
import { codeFrame } from "#core/errors/code-frame.ts";
import { type Problem, errorText } from "#core/errors/errors.ts";
import { readText } from "../files/files.ts";
import { resolveDocs } from "../files/home.ts";
import type { AnyEntry } from "../build/load/entry.ts";
import type { Plan } from "../build/plan/plan.ts";
import { checkAnchors } from "../check/anchors.ts";
import type { LoadedSite, Texts } from "../check/load-site.ts";
import type { MessageSite } from "../check/messages/message-sets.ts";
import { checkMessages } from "../check/messages/messages.ts";
import { locateFindings } from "../check/locate-findings.ts";
import { checkDuplicates, checkLengths } from "../check/texts.ts";
import type { DevSite } from "./site.ts";
import type { ShownFinding } from "./page-facts.ts";

/** Adds locations and source lines to problems. */
export function showFindings(root: string, problems: readonly Problem[]): ShownFinding[] {
  return locateFindings(root, problems).map((found) => {
    const { title, message, fix = "" } = errorText(found);
    const { file, line, column } = found.location ?? {};
    const text = file !== undefined && line !== undefined ? readText(path.join(root, file)) : null;
    return {
      code: found.code,
      severity: found.severity,
      title,
      message,
      fix: resolveDocs(fix, root),
      place: [file, line, column].filter((part) => part !== undefined).join(":"),
      frame: text && line !== undefined ? codeFrame(text, line, column) : "",
    };
  });
}

/**
 * Creates a function that finds problems in a locale's messages: unknown keys, missing placeholders
 * and
 * unreadable files.
 */
export function createMessageCheck(site: DevSite) {
  let known: { stamp: object; problems: readonly Problem[] } | undefined;
  return (code: string): readonly Problem[] => {
    const stamp = site.messagesOf(code);
    if (known?.stamp !== stamp)
      known = { stamp, problems: checkMessages(messageSite(site, [code])).problems };
    return known.problems;
  };
}

/** Messages of some locales and the default locale, in the form that `toolkit check` reads. */
function messageSite(site: DevSite, locales: readonly string[]): MessageSite {
  const { root, home } = site;
  const config = site.config();
  const codes = [...new Set([config.defaultLocale, ...locales])];
  return {
    root,
    home,
    config: { ...config, locales: config.locales.filter((locale) => codes.includes(locale.code)) },
    messages: new Map(codes.flatMap((each) => [...site.messagesOf(each).messages])),
  };
}

/** Content in the form that `toolkit check` reads. */
const loadedSite = (
  site: DevSite,
  plan: Plan,
  texts: readonly Texts<AnyEntry>[],
): LoadedSite<AnyEntry> => ({
  ...messageSite(site, []),
  plan,
  texts,
  faulty: [],
  problems: [],
});

/** Problems that `toolkit check` finds in individual files of a locale, beyond build errors. */
export function checkFiles(site: DevSite, code: string, files: ReadonlySet<string>): Problem[] {
  const texts = [...files].flatMap((file) => site.content.currentIn(file) ?? []);
  const own = loadedSite(site, site.planOf(code).plan, texts);
  return [...checkLengths(own), ...checkAnchors(own)];
}

/**
 * Creates a function that finds all errors of the site, in all files and languages. The function
 * reads all
 * content; its result is cached until something changes.
 */
export function createSiteCheck(site: DevSite) {
  let known: { version: string; errors: readonly Problem[] } | undefined;
  let messages: { version: string; problems: readonly Problem[] } | undefined;

  function look(codes: readonly string[]): Problem[] {
    const { read, problems } = site.checkAll();
    const texts = codes.flatMap((code) => site.content.currentOf(code));
    const { plan } = site.planOf(codes[0]!);
    const loaded = loadedSite(site, { ...plan, read }, texts);
    return [
      ...codes.flatMap((code) => site.content.problemsOf(code)),
      ...problems,
      ...checkDuplicates(loaded),
      ...checkAnchors(loaded),
      ...lookAtMessages(codes),
    ].filter(({ severity }) => severity === "error");
  }

  function lookAtMessages(codes: readonly string[]): readonly Problem[] {
    const version = site.messagesVersion();
    if (messages?.version !== version)
      messages = {
        version,
        problems: [
          ...codes.flatMap((code) => site.messagesOf(code).problems),
          ...checkMessages(messageSite(site, codes)).problems,
        ],
      };
    return messages.problems;
  }

  return (): readonly Problem[] => {
    const codes = site.config().locales.map(({ code }) => code);
    const version = site.version();
    if (known?.version !== version) known = { version, errors: unique(look(codes)) };
    return known.errors;
  };
}

/** A key for removing duplicate problems. */
const keyOf = ({ code, location, params }: Problem): string =>
  JSON.stringify([code, location, params]);

/** Unique problems, without those of another list. */
export function unique(problems: readonly Problem[], but: readonly Problem[] = []): Problem[] {
  const known = new Map(problems.map((each) => [keyOf(each), each]));
  for (const each of but) known.delete(keyOf(each));
  return [...known.values()];
}
