import path from "node:path";
import { codeFrame } from "../../core/code-frame.ts";
import type { Problem } from "../../core/errors.ts";
import { errorText } from "../../core/errors.ts";
import { readText } from "../build/files.ts";
import { checkAnchors } from "../check/anchors.ts";
import type { LoadedSite } from "../check/load-site.ts";
import { checkMessages } from "../check/messages.ts";
import { placeFindings } from "../check/place.ts";
import { checkDuplicates, checkLengths } from "../check/texts.ts";
import type { DevSite } from "./site.ts";

/** A finding as the browser shows it. */
export interface Shown {
  readonly code: string;
  readonly severity: Problem["severity"];
  readonly title: string;
  readonly message: string;
  readonly fix: string;
  /** `file:line:column`, as far as it is known. */
  readonly place: string;
  /** The lines around it. */
  readonly frame: string;
}

/** Places findings and adds the lines around them. */
export function showFindings(root: string, problems: readonly Problem[]): Shown[] {
  return placeFindings(root, problems).map((found) => {
    const { title, message, fix = "" } = errorText(found);
    const { file, line, column } = found.location ?? {};
    const text = file !== undefined && line !== undefined ? readText(path.join(root, file)) : null;
    return {
      code: found.code,
      severity: found.severity,
      title,
      message,
      fix,
      place: [file, line, column].filter((part) => part !== undefined).join(":"),
      frame: text && line !== undefined ? codeFrame(text, line, column) : "",
    };
  });
}

/**
 * Makes the function that finds what is wrong with the messages of a locale: those that English does
 * not have, that lack placeholders, or that cannot be read.
 */
export function createMessageCheck(site: DevSite) {
  let known: { stamp: object; problems: readonly Problem[] } | undefined;
  return (code: string): readonly Problem[] => {
    const stamp = site.messagesOf(code);
    if (known?.stamp !== stamp)
      known = { stamp, problems: checkMessages(loadedSite(site, code)).problems };
    return known.problems;
  };
}

/** A locale of the site in the form that the checks of `toolkit check` read. */
function loadedSite(site: DevSite, code: string): LoadedSite {
  const { root, home } = site;
  const config = site.config();
  const codes = [...new Set([config.defaultLocale, code])];
  return {
    root,
    home,
    config: { ...config, locales: config.locales.filter((locale) => codes.includes(locale.code)) },
    plan: site.planOf(code).plan,
    texts: codes.flatMap((each) => site.content.textsOf(each)),
    messages: site.messagesOf(code).messages,
    problems: [],
  };
}

/** What `toolkit check` finds in some files of a locale, beyond what keeps a site from being built. */
export function checkFiles(site: DevSite, code: string, files: ReadonlySet<string>): Problem[] {
  const loaded = loadedSite(site, code);
  const own = {
    ...loaded,
    texts: loaded.texts.filter(({ entry }) => files.has(entry.file)),
  };
  return [
    ...checkLengths(own),
    ...checkDuplicates(loaded).filter(({ location }) => files.has(location?.file ?? "")),
    ...checkAnchors(own),
  ];
}
