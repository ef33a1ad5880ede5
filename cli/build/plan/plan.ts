import { type Config, siteOf } from "#core/site/config.ts";
import { type Section, isShown } from "#core/page/content.ts";
import type { Problem } from "#core/errors/errors.ts";
import type { PageKind } from "#core/page/page.ts";
import type { Navigation } from "#core/page/render.ts";
import type { Site } from "#core/site/site.ts";
import {
  type AnyEntry,
  type Entry,
  type SourceEntry,
  type TranslationEntry,
  kindOf,
  routeOf,
} from "../load/entry.ts";
import { digest } from "../../files/hash.ts";
import type { FindHollow } from "../../models/find-hollow-tools.ts";
import type { OffersModel } from "../../models/offers-model.ts";
import { type LabelOf, labelsFor } from "../load/labels.ts";
import type { Panels } from "../load/load.ts";
import { type ContentIndex, indexContent } from "./content-index.ts";
import { checkOperator } from "./check-operator.ts";
import { embedPages, shownInFrame, toolIdOf } from "./embed-pages.ts";
import { checkHollow, hollowTools } from "./hollow-tools.ts";
import { outputOf } from "./output-of.ts";
import { checkPlan } from "./plan-checks.ts";
import {
  type Links,
  type Shown,
  factsFor,
  linksOf,
  navigationOf,
  shownKey,
  shownOf,
  SINGLE,
} from "./shown.ts";

/** A page to build, with its source, its output path and the cache key of its content. */
export interface PlannedPage {
  readonly id: string;
  readonly kind: PageKind;
  readonly locale: string;
  readonly route: string;
  /** Path of its HTML in `dist/`. */
  readonly out: string;
  /** The English entry; null for pages without a file. */
  readonly entry: SourceEntry | null;
  readonly translation: TranslationEntry | null;
  /** Sections that are missing in the translation. */
  readonly untranslated: readonly Section[];
  /** Whether its tool cannot do what its name promises, and the site does not insist on listing it. */
  readonly isHollow: boolean;
  /** Whether the site offers a studio model for its tool; for other pages, for any. */
  readonly offersModel: boolean;
  /** Labels of the interface that its texts quote, by the names of their marks. */
  readonly labels: Readonly<Record<string, string>>;
  /** Locales that have a translation. */
  readonly locales: readonly string[];
  readonly modified: string;
  /** Digest of its files and of the data it shows from other pages and the configuration. */
  readonly key: string;
}

export interface Plan {
  readonly config: Config;
  readonly site: Site;
  readonly panels: Panels;
  readonly pages: readonly PlannedPage[];
  /** Navigation of each locale, and its digest. */
  /** How pages link to each other, by locale. */
  readonly links: ReadonlyMap<string, Links>;
  readonly navigation: ReadonlyMap<string, { readonly value: Navigation; readonly digest: string }>;
  /** English entries by id. */
  readonly entries: ReadonlyMap<string, SourceEntry>;
  readonly translations: ReadonlyMap<string, ReadonlyMap<string, TranslationEntry>>;
  /** All entries, including the readable parts of files with errors. */
  readonly read: ContentIndex;
  /** Last change of any page: YYYY-MM-DD. */
  readonly modified: string;
  readonly problems: readonly Problem[];
}

export interface PlanInput {
  readonly config: Config;
  readonly entries: readonly Entry[];
  /**
   * Files with errors. They take part in the checks and replace their earlier versions in
   * `entries`.
   */
  readonly faulty?: readonly AnyEntry[];
  readonly panels: Panels;
  /** Finds tools whose engine the site does not offer; by default, all work. */
  readonly findHollow?: FindHollow;
  /** Whether the site offers a studio model for a tool; by default, it does. */
  readonly offersModel?: OffersModel;
  /** Finds the labels that texts quote; by default, their marks stay. */
  readonly labelOf?: LabelOf;
  readonly development?: boolean;
  /** Whether to include unpublished pages. */
  readonly drafts?: boolean;
  /** Skips the checks, for pages that are shown before all content has been read. */
  readonly unchecked?: boolean;
  readonly memo?: PlanMemo | undefined;
}

/** Results of the previous plan, if configuration and panels are unchanged. */
export interface PlanMemo {
  /** Key of a page, by output path. */
  readonly keyOf: (out: string) => string | undefined;
  /** IDs of pages with an added, changed or removed file in any locale. */
  readonly changed: ReadonlySet<string>;
}

const NOT_INDEXED = new Set<PageKind>([
  "subscription",
  "history",
  "settings",
  "podcast",
  "error",
  "embed",
  "kitchen-sink",
]);
export const isIndexable = (page: PlannedPage): boolean =>
  !NOT_INDEXED.has(page.kind) && page.untranslated.length === 0 && !page.isHollow;

/**
 * Plans the whole site before rendering: its pages, the data each shows from others, and all
 * problems.
 * Pure: does not access the disk or the clock.
 */
export function planSite(input: PlanInput): Plan {
  const { config, panels, faulty = [], development = false, memo } = input;
  const site = siteOf(config);
  const withRequested = <Any extends AnyEntry>(entries: readonly Any[]): readonly Any[] =>
    input.drafts ? entries : withoutDrafts(entries);
  const { entries: sources, translations } = indexContent(config, withRequested(input.entries));
  const read: ContentIndex =
    faulty.length === 0
      ? { entries: sources, translations }
      : indexContent(config, withRequested([...input.entries, ...faulty]));
  const drafts = input.drafts ? new Set<string>() : draftRoutes(input.entries);
  const hollow = hollowTools(sources, input);
  const problems = input.unchecked
    ? []
    : [
        ...checkPlan(read, panels, config, { drafts }),
        ...checkHollow(hollow),
        ...(development ? [] : checkOperator(read.entries.values(), config)),
      ];

  const codes = config.locales.map(({ code }) => code);
  const localesOf = new Map<string, readonly string[]>();
  for (const entry of sources.values())
    localesOf.set(
      entry.id,
      SINGLE.has(entry.type)
        ? [config.defaultLocale]
        : codes.filter(
            (code) =>
              code === config.defaultLocale ||
              missingSections(entry, translations.get(code)?.get(entry.id)).length === 0,
          ),
    );

  const links = new Map(
    codes.map((code) => [
      code,
      linksOf({ site, code, sources, translations: translations.get(code), panels }),
    ]),
  );
  const navigation = new Map(
    codes.map((code) => {
      const value = navigationOf(config, sources, links.get(code)!);
      return [code, { value, digest: digest(JSON.stringify([site, value])) }] as const;
    }),
  );

  const pages: PlannedPage[] = [];
  for (const entry of sources.values()) {
    const kind = kindOf(entry);
    const route = routeOf(entry);
    const locales = localesOf.get(entry.id)!;
    const isHollow = hollow.has(entry);
    const { panel, preset } = entry.type === "tools" ? entry.fixed : {};
    const offersModel = input.offersModel?.(panel, preset) ?? true;
    for (const code of SINGLE.has(entry.type) ? [config.defaultLocale] : codes) {
      const translation = translations.get(code)?.get(entry.id) ?? null;
      const untranslated = code === config.defaultLocale ? [] : missingSections(entry, translation);
      const out = outputOf(site, code, route);
      const labels = labelsFor([entry, translation], code, input.labelOf);
      const planned = {
        id: entry.id,
        kind,
        locale: code,
        route,
        out,
        entry,
        translation,
        untranslated,
        isHollow,
        offersModel,
        labels,
        locales,
        modified: later(entry.modified, translation?.modified),
      };
      const shown = { entry, config, panels, links: links.get(code)!, sources };
      const known = reusable(entry, memo) && memo!.keyOf(out);
      pages.push({ ...planned, key: known || keyOf(planned, shown) });
    }
  }
  const modified = pages.reduce((last, page) => later(last, page.modified), "1970-01-01");
  pages.push(
    ...embedPages({ config, site, panels, sources, links }),
    ...pagesWithoutFile(config.defaultLocale, development),
  );
  return {
    config,
    site,
    panels,
    pages,
    links,
    navigation,
    entries: sources,
    translations,
    read,
    modified,
    problems,
  };
}

/** Digest of what a page shows, including its data from other pages. */
function keyOf(
  page: Omit<PlannedPage, "key" | "entry"> & { readonly entry: SourceEntry },
  shown: Parameters<typeof shownKey>[0],
): string {
  const { entry, translation, untranslated, locales, isHollow, offersModel } = page;
  // A fully translated page shows the untranslated fields of the English page, but none of its
  // texts.
  const english =
    translation && untranslated.length === 0
      ? JSON.stringify([entry.fixed, entry.modified])
      : entry.hash;
  const facts = JSON.stringify(factsFor(entry.type, shown.config, page));
  return digest(
    `${entry.id} ${english} ${translation?.hash} ${untranslated.join()} ${locales.join()} ${isHollow ? "hollow " : ""}${offersModel ? "" : "built-in "}${shownKey(shown)} ${facts}`,
  );
}

/** Pages without a content file. */
function pagesWithoutFile(locale: string, development: boolean): PlannedPage[] {
  const pages: [id: string, kind: PageKind, out: string][] = [
    ["404", "error", "404.html"],
    ["500", "error", "500.html"],
    ["offline", "error", "offline.html"],
  ];
  if (development) pages.push(["kitchen-sink", "kitchen-sink", "kitchen-sink/index.html"]);
  return pages.map(([id, kind, out]) => ({
    id,
    kind,
    locale,
    route: `/${id}`,
    out,
    entry: null,
    translation: null,
    untranslated: [],
    isHollow: false,
    offersModel: false,
    labels: {},
    locales: [locale],
    // A fixed date: with the date of the last changed page, they would change on each edit.
    modified: "1970-01-01",
    key: "",
  }));
}

/** Content without drafts and their translations. */
function withoutDrafts<Any extends AnyEntry>(entries: readonly Any[]): readonly Any[] {
  const drafts = new Set(entries.filter(({ fixed }) => fixed?.draft).map(({ id }) => id));
  return drafts.size === 0 ? entries : entries.filter(({ id }) => !drafts.has(id));
}

/** Addresses of unpublished pages. */
const draftRoutes = (entries: readonly Entry[]): Set<string> =>
  new Set(entries.flatMap((entry) => (entry.fixed?.draft ? routeOf(entry) : [])));

/** Whether a page's key is still valid: its files and those of the pages it lists are unchanged. */
function reusable(entry: SourceEntry, memo: PlanMemo | undefined): boolean {
  if (!memo || entry.type !== "tools") return false;
  if (memo.changed.size === 0) return true;
  return (
    !memo.changed.has(entry.id) &&
    !entry.fixed.related.some((slug) => memo.changed.has(`tools/${slug}`))
  );
}

const later = (a: string, b: string | null | undefined): string => (b && b > a ? b : a);

/** Visible sections missing in a translation; a section with an error is not missing. */
export const missingSections = (
  entry: AnyEntry,
  translation: AnyEntry | null | undefined,
): Section[] =>
  translation
    ? entry.present.filter(
        (section) =>
          isShown(section) &&
          !translation.present.includes(section) &&
          !translation.faults?.fields.includes(section),
      )
    : entry.present.filter(isShown);

/** Sections whose English has changed since translation, or whose hash was never recorded. */
export const staleSections = (entry: AnyEntry, translation: AnyEntry): Section[] =>
  translation.present.filter(
    (section) => translation.sections[section] !== entry.sections[section],
  );

/** Data that a page shows in addition to its own texts, for rendering. */
export function shownOn(plan: Plan, { id, kind, entry, locale }: PlannedPage): Shown {
  if (entry)
    return shownOf({ ...plan, entry, links: plan.links.get(locale)!, sources: plan.entries });
  if (kind === "embed")
    return shownInFrame(plan.config, plan.links.get(locale)!.get(toolIdOf(id))!.link);
  if (kind === "kitchen-sink") return { kind, shown: {} };
  const status = id === "404" ? 404 : id === "500" ? 500 : "offline";
  return { kind: "error", shown: { status } };
}
