import type { Config } from "../../core/config.ts";
import { siteOf } from "../../core/config.ts";
import type { Section } from "../../core/content.ts";
import type { Problem } from "../../core/errors.ts";
import type { Group } from "../../core/menu.ts";
import { GROUPS } from "../../core/menu.ts";
import type { PageKind, PageLink, ToolGroup, ToolLink } from "../../core/page.ts";
import type { Navigation } from "../../core/render.ts";
import type { Site } from "../../core/site.ts";
import { linkTo, siteLocale } from "../../core/site.ts";
import type { Entry } from "./entry.ts";
import { kindOf, routeOf } from "./entry.ts";
import { digest } from "./hash.ts";
import type { Panels } from "./load.ts";
import {
  checkAddresses,
  checkLinks,
  checkRedirects,
  checkTools,
  checkTranslations,
} from "./plan-checks.ts";

/** A page to be built: where it comes from, where it goes, and a key of all that it shows. */
export interface PlannedPage {
  readonly id: string;
  readonly kind: PageKind;
  readonly locale: string;
  readonly route: string;
  /** Path of its HTML in `dist/`. */
  readonly out: string;
  /** The English entry; null for pages that no file describes. */
  readonly entry: Entry | null;
  readonly translation: Entry | null;
  /** Sections that the translation lacks. */
  readonly untranslated: readonly Section[];
  /** Locales in which it is translated. */
  readonly locales: readonly string[];
  readonly modified: string;
  /** Digest of its files and of what it shows of other pages and of the configuration. */
  readonly key: string;
}

export interface Plan {
  readonly config: Config;
  readonly site: Site;
  readonly panels: Panels;
  readonly pages: readonly PlannedPage[];
  /** Navigation of each locale, and its digest. */
  readonly navigation: ReadonlyMap<string, { readonly value: Navigation; readonly digest: string }>;
  /** English entries by id. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly translations: ReadonlyMap<string, ReadonlyMap<string, Entry>>;
  /** Last change of any page: YYYY-MM-DD. */
  readonly modified: string;
  readonly problems: readonly Problem[];
}

export interface PlanInput {
  readonly config: Config;
  readonly entries: readonly Entry[];
  readonly panels: Panels;
  readonly development?: boolean;
  readonly memo?: PlanMemo | undefined;
}

/** What the plan before decided, where configuration and panels are the same as then. */
export interface PlanMemo {
  /** Key of a page, by path of its HTML. */
  readonly keyOf: (out: string) => string | undefined;
  /** Ids of which a file, in any locale, was added, changed or removed since. */
  readonly changed: ReadonlySet<string>;
}

const NOT_INDEXED = new Set<PageKind>([
  "subscription",
  "history",
  "settings",
  "podcast",
  "error",
  "kitchen-sink",
]);
export const isIndexable = (page: PlannedPage): boolean =>
  !NOT_INDEXED.has(page.kind) && page.untranslated.length === 0;

/** Content types that exist in the default locale alone. */
const SINGLE = new Set(["policies", "voices"]);

/** Where a page's HTML goes. A locale with a domain has a folder that is a root of its own. */
export function outputOf(site: Site, code: string, route: string): string {
  const { domain, prefix } = siteLocale(site, code);
  const folder = domain === undefined ? prefix.slice(1) : code;
  return [folder, route.slice(1), "index.html"].filter(Boolean).join("/");
}

/**
 * Decides everything about the site before anything is rendered: which pages there are, what each
 * shows of the others, and what is wrong. Pure: no disk, no clock.
 */
export function planSite(input: PlanInput): Plan {
  const { config, entries, panels, development = false, memo } = input;
  const site = siteOf(config);
  const sources = new Map<string, Entry>();
  const translations = new Map<string, Map<string, Entry>>();
  for (const { code } of config.locales)
    if (code !== config.defaultLocale) translations.set(code, new Map());
  for (const entry of entries)
    if (entry.source) sources.set(entry.id, entry);
    else translations.get(entry.locale)?.set(entry.id, entry);

  const problems = [
    ...checkAddresses(sources, config),
    ...checkTools(sources, panels, config),
    ...checkTranslations(sources, translations),
    ...checkLinks(sources, translations),
    ...checkRedirects(config, sources),
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
    for (const code of SINGLE.has(entry.type) ? [config.defaultLocale] : codes) {
      const translation = translations.get(code)?.get(entry.id) ?? null;
      const untranslated = code === config.defaultLocale ? [] : missingSections(entry, translation);
      const out = outputOf(site, code, route);
      const key = () =>
        digest(
          `${entry.id} ${entry.hash} ${translation?.hash} ${untranslated.join()} ${locales.join()} ${shownKey({ kind, entry, config, panels, links: links.get(code)!, sources })}`,
        );
      pages.push({
        id: entry.id,
        kind,
        locale: code,
        route,
        out,
        entry,
        translation,
        untranslated,
        locales,
        modified: later(entry.modified!, translation?.modified),
        key: (reusable(entry, memo) && memo!.keyOf(out)) || key(),
      });
    }
  }
  const extra: [id: string, kind: PageKind, out: string][] = [
    ["404", "error", "404.html"],
    ["500", "error", "500.html"],
  ];
  if (development) extra.push(["kitchen-sink", "kitchen-sink", "kitchen-sink/index.html"]);
  const modified = pages.reduce((last, page) => later(last, page.modified), "1970-01-01");
  for (const [id, kind, out] of extra)
    pages.push({
      id,
      kind,
      locale: config.defaultLocale,
      route: `/${id}`,
      out,
      entry: null,
      translation: null,
      untranslated: [],
      locales: [config.defaultLocale],
      // They are of no day: with the last change of any page they would change each time.
      modified: "1970-01-01",
      key: "",
    });
  return {
    config,
    site,
    panels,
    pages,
    navigation,
    entries: sources,
    translations,
    modified,
    problems,
  };
}

/** Whether a page's key cannot have changed: its own files and those of the pages it lists are the same. */
function reusable(entry: Entry, memo: PlanMemo | undefined): boolean {
  if (!memo || entry.type !== "tools") return false;
  if (memo.changed.size === 0) return true;
  return (
    !memo.changed.has(entry.id) &&
    !(entry.fixed!["related"] as string[]).some((slug) => memo.changed.has(`tools/${slug}`))
  );
}

const later = (a: string, b: string | null | undefined): string => (b && b > a ? b : a);

export const missingSections = (entry: Entry, translation: Entry | null | undefined): Section[] =>
  translation
    ? entry.present.filter((section) => !translation.present.includes(section))
    : [...entry.present];

/** Sections whose English has changed since they were translated, or whose hash was never noted. */
export const staleSections = (entry: Entry, translation: Entry): Section[] =>
  translation.present.filter(
    (section) => translation.sections[section] !== entry.sections[section],
  );

/** A page as others link to it, and the same as one text. */
interface LinkTarget {
  readonly link: ToolLink;
  readonly key: string;
}
type Links = ReadonlyMap<string, LinkTarget>;

/** Name, tagline and path of every page in a locale, by id. */
function linksOf(input: {
  readonly site: Site;
  readonly code: string;
  readonly sources: ReadonlyMap<string, Entry>;
  readonly translations: ReadonlyMap<string, Entry> | undefined;
  readonly panels: Panels;
}): Links {
  const { site, code, sources, translations, panels } = input;
  const links = new Map<string, LinkTarget>();
  for (const entry of sources.values()) {
    const own = translations?.get(entry.id);
    const at = SINGLE.has(entry.type) ? site.defaultLocale : code;
    const link: ToolLink = {
      slug: String(entry.fixed!["slug"] ?? ""),
      name: own?.name || entry.name,
      tagline: own?.tagline || entry.tagline,
      path: linkTo(site, code, at, routeOf(entry)),
      ...(entry.type === "tools" && {
        available: panels[entry.fixed!["panel"] as string]?.available ?? false,
      }),
    };
    links.set(entry.id, {
      link,
      key: `${link.name}\n${link.tagline}\n${link.path}\n${link.available}\n`,
    });
  }
  return links;
}

function groupsOf(
  sources: ReadonlyMap<string, Entry>,
  links: Links,
  slugs?: readonly string[],
): ToolGroup[] {
  const tools = slugs
    ? slugs.map((slug) => sources.get(`tools/${slug}`)).filter((entry) => entry !== undefined)
    : [...sources.values()].filter(({ type }) => type === "tools");
  return GROUPS.map((id) => ({
    id,
    tools: tools
      .filter((entry) => (entry.fixed!["group"] as Group) === id)
      .map((entry) => links.get(entry.id)!.link),
  })).filter(({ tools: { length } }) => length > 0);
}

function navigationOf(
  config: Config,
  sources: ReadonlyMap<string, Entry>,
  links: Links,
): Navigation {
  const ofType = (type: string): PageLink[] =>
    [...sources.values()]
      .filter((entry) => entry.type === type)
      .map((entry) => ({
        name: links.get(entry.id)!.link.name,
        path: links.get(entry.id)!.link.path,
      }));
  const pricing = [...sources.values()].find((entry) => kindOf(entry) === "pricing");
  const pricingLink = pricing && links.get(pricing.id)?.link;
  return {
    groups: groupsOf(sources, links, config.navigation.tools),
    policies: ofType("policies"),
    voices: ofType("voices"),
    pricing: pricingLink ? { name: pricingLink.name, path: pricingLink.path } : null,
  };
}

interface ShownInput {
  readonly kind: PageKind;
  readonly entry: Entry;
  readonly config: Config;
  readonly panels: Panels;
  readonly links: Links;
  readonly sources: ReadonlyMap<string, Entry>;
}

/** A text that differs whenever what `shownOf` gives differs; for tools without making it. */
function shownKey(input: ShownInput): string {
  const { kind, entry, links } = input;
  if (kind !== "tool") return JSON.stringify(shownOf(input));
  let key = JSON.stringify(toolFacts(input));
  for (const slug of entry.fixed!["related"] as string[]) key += links.get(`tools/${slug}`)?.key;
  return key;
}

function toolFacts({ entry, config, panels }: ShownInput): Record<string, unknown> {
  const { rating, panel, slug } = entry.fixed as { rating?: object; panel: string; slug: string };
  return {
    rating: rating ?? (config.seo.defaultRating || null),
    available: panels[panel]?.available ?? false,
    ...(config.seo.images && { image: `/og/${slug}.png` }),
  };
}

/** What a page shows beside its own texts: the rest of its payload. */
export function shownOf(input: ShownInput): Record<string, unknown> {
  const { kind, entry, config, links, sources } = input;
  switch (kind) {
    case "tool":
      return {
        ...toolFacts(input),
        related: (entry.fixed!["related"] as string[])
          .map((slug) => links.get(`tools/${slug}`)?.link)
          .filter((link) => link !== undefined),
      };
    case "home":
      return { groups: groupsOf(sources, links) };
    case "pricing":
      return {
        pricing: {
          currency: config.plans.currency,
          dailyCredits: config.credits.daily,
          plans: config.plans.list,
          packs: config.credits.packs,
        },
      };
    case "voice":
      return {
        voices: [...sources.values()]
          .filter(({ type, id }) => type === "voices" && id !== entry.id)
          .map(({ id }) => links.get(id)!.link),
      };
    case "policy":
      return {
        policies: [...sources.values()]
          .filter(({ type }) => type === "policies")
          .map(({ id }) => ({ name: links.get(id)!.link.name, path: links.get(id)!.link.path })),
      };
    default:
      return {};
  }
}

/** The same, for one page that is about to be rendered. */
export function shownOn(plan: Plan, page: PlannedPage): Record<string, unknown> {
  if (!page.entry) return page.kind === "error" ? { status: Number(page.id) } : {};
  let links = linkCache.get(plan)?.get(page.locale);
  if (!links) {
    links = linksOf({
      site: plan.site,
      code: page.locale,
      sources: plan.entries,
      translations: plan.translations.get(page.locale),
      panels: plan.panels,
    });
    const byLocale = linkCache.get(plan) ?? new Map<string, Links>();
    linkCache.set(plan, byLocale.set(page.locale, links));
  }
  return shownOf({ ...plan, kind: page.kind, entry: page.entry, links, sources: plan.entries });
}
const linkCache = new WeakMap<Plan, Map<string, Links>>();
