import type { Problem } from "#core/errors/errors.ts";
import { documentTitle } from "#core/page/document-title.ts";
import { imageUrlOf } from "#core/page/image.ts";
import type { PageKind } from "#core/page/page.ts";
import { urlOf } from "#core/site/site.ts";
import { type PlannedPage, missingSections } from "../build/plan/plan.ts";
import { SINGLE } from "../build/plan/shown.ts";
import { splitStale } from "../check/translations.ts";
import {
  checkFiles,
  createMessageCheck,
  createSiteCheck,
  showFindings,
  unique,
} from "./findings.ts";
import type { PageFacts, ShownFinding, Translation } from "./page-facts.ts";
import type { DevSite } from "./site.ts";

/** A page by its address. */
export interface Found {
  readonly locale: string;
  readonly route: string;
  readonly planned: PlannedPage | undefined;
}

/** Maximum number of errors shown for other pages. */
const MAX_ERRORS = 100;

/** Errors of the code or the configuration that block all pages. */
export type Obstacles = () => readonly Problem[];

/** Finds pages by address, and their problems. */
export function createPageState(site: DevSite, obstacles: Obstacles) {
  const checkMessages = createMessageCheck(site);
  const checkSite = createSiteCheck(site);

  function find(pathname: string): Found {
    const { locales, defaultLocale } = site.site();
    const clean = pathname.length > 1 ? pathname.replace(/(?<!\/)\/+$/, "") || "/" : pathname;
    const own = locales
      .filter(({ prefix }) => prefix === "" || clean === prefix || clean.startsWith(`${prefix}/`))
      .sort((a, b) => b.prefix.length - a.prefix.length)[0];
    const locale = own?.code ?? defaultLocale;
    const route = clean.slice(own?.prefix.length ?? 0) || "/";
    return { locale, route, planned: own && site.planOf(locale).pages.get(route) };
  }

  /** Files that a page is made from; if one is unreadable, all files with its name. */
  function filesOf({ locale, route, planned }: Found): Set<string> {
    if (planned?.entry) {
      const own = `locales/${locale}/${planned.entry.id}.md`;
      return new Set([planned.entry.file, own]);
    }
    const stem = route.slice(route.lastIndexOf("/") + 1) || "home";
    const { defaultLocale } = site.config();
    const faulty = [defaultLocale, locale].flatMap((code) => site.content.faultyOf(code));
    const meant = faulty.filter(
      ({ entry }) => entry.file.endsWith(`/${stem}.md`) || entry.faults!.addresses.includes(route),
    );
    return new Set(meant.map(({ entry }) => entry.file));
  }

  const errorsOf = (found: Found): readonly Problem[] => {
    // Without a valid configuration, all other problems would be consequences.
    if (!site.isUsable()) return obstacles();
    const files = filesOf(found);
    const problems = site.problemsIn(found.locale, files);
    const messages = checkMessages(found.locale).filter(({ severity }) => severity === "error");
    return unique([
      ...obstacles(),
      ...problems.filter(({ severity }) => severity === "error"),
      ...messages,
    ]);
  };

  const translationsOf = ({ planned }: Found): Translation[] => {
    const entry = planned?.entry;
    if (!entry || SINGLE.has(entry.type)) return [];
    const { locales, defaultLocale } = site.config();
    // Only fully read files have hashes.
    const source = site.content.entryOf(entry.file) ?? entry;
    return locales.map(({ code, endonym: name }): Translation => {
      if (code === defaultLocale) return { locale: code, name, state: "source", sections: [] };
      const translation = site.translationOf(entry, code);
      const missing = missingSections(entry, translation);
      if (!translation || missing.length > 0)
        return { locale: code, name, state: "missing", sections: missing };
      const { stale, unstamped } = splitStale(source, translation);
      const sections = [...stale, ...unstamped];
      return { locale: code, name, state: sections.length > 0 ? "stale" : "fresh", sections };
    });
  };

  return {
    find,
    filesOf,
    /** Problems that prevent a page from being shown or published, for the overlay. */
    errors: (found: Found): ShownFinding[] => showFindings(site.root, errorsOf(found)),
    /** Errors of the rest of the site. */
    elsewhere: (found: Found): ShownFinding[] =>
      site.isUsable()
        ? showFindings(site.root, unique(checkSite(), errorsOf(found)).slice(0, MAX_ERRORS))
        : [],
    siteErrors: (): readonly Problem[] =>
      site.isUsable() ? unique([...obstacles(), ...checkSite()]) : obstacles(),
    facts(found: Found): PageFacts {
      const { planned, locale } = found;
      const files = filesOf(found);
      const own = planned?.entry ? texts(planned) : undefined;
      const page = planned && own ? site.makePage(planned) : undefined;
      return {
        file: planned?.translation?.file ?? planned?.entry?.file ?? null,
        kind: planned?.kind ?? null,
        draft: planned?.entry?.fixed.draft === true,
        locale,
        title: page ? titleOf(page.kind, page.title) : "",
        shared: page?.title ?? "",
        description: page?.description ?? "",
        address: urlOf(site.site(), locale, found.route),
        image: (page && imageUrlOf(site.site(), page)) ?? null,
        translations: translationsOf(found),
        warnings: planned ? showFindings(site.root, checkFiles(site, locale, files)) : [],
      };
    },
  };

  function texts({ entry, translation }: PlannedPage): boolean {
    const broken = [entry, translation].some(
      (each) => each && site.content.problemsIn(each.file).length > 0,
    );
    return !broken;
  }
  function titleOf(kind: PageKind, title: string): string {
    return kind === "home" ? title : documentTitle(title, site.site().name);
  }
}

export type PageState = ReturnType<typeof createPageState>;
