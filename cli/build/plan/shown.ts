import { fixedValues, type TextFacts, textFacts } from "#core/facts/text-facts.ts";
import type { Config } from "#core/site/config.ts";
import { GROUPS } from "#core/tools/menu.ts";
import type { Page, PageBase, PageLink, PricedTool, ToolGroup, ToolLink } from "#core/page/page.ts";
import type { Navigation } from "#core/page/render.ts";
import { type Site, linkTo } from "#core/site/site.ts";
import {
  type EntryOf,
  type SourceEntry,
  type TranslationEntry,
  kindOf,
  routeOf,
} from "../load/entry.ts";
import type { Panels } from "../load/load.ts";

/** Content types that exist only in the default locale. */
export const SINGLE: ReadonlySet<string> = new Set(["voices"]);
/** Content types whose texts may state facts about the site and its operator. */
const WITH_FACTS: ReadonlySet<string> = new Set(["pages", "policies"]);

/** Facts that pages without labels share, by what they depend on. */
const sharedFacts = new WeakMap<Config, Map<string, TextFacts>>();

/** What the texts of a page may show in a language. Pages without labels share the object. */
export function factsFor(
  type: string,
  config: Config,
  page: {
    readonly locale: string;
    readonly offersModel: boolean;
    readonly labels: Readonly<Record<string, string>>;
  },
): TextFacts {
  const { locale, offersModel, labels } = page;
  const id = `${locale} ${WITH_FACTS.has(type)} ${offersModel}`;
  let known = sharedFacts.get(config);
  if (!known) sharedFacts.set(config, (known = new Map()));
  let facts = known.get(id);
  if (!facts) known.set(id, (facts = factsIn(config, locale, WITH_FACTS.has(type), offersModel)));
  for (const _ in labels) return { ...facts, values: { ...facts.values, ...labels } };
  return facts;
}

function factsIn(
  config: Config,
  locale: string,
  hasFacts: boolean,
  offersModel: boolean,
): TextFacts {
  const studio = offersModel ? ["studio"] : [];
  const { language } = config.locales.find(({ code }) => code === locale)!;
  if (!hasFacts)
    return {
      values: fixedValues(language),
      holds: config.links.enabled ? ["links", ...studio] : studio,
    };
  const { values, holds } = textFacts(config, language);
  return { values, holds: [...holds, ...studio] };
}

/** The data of a link to a page, and the same data serialized. */
interface LinkTarget {
  readonly link: ToolLink;
  readonly key: string;
}
export type Links = ReadonlyMap<string, LinkTarget>;

/** Name, tagline and path of every page in a locale, by id. */
export function linksOf(input: {
  readonly site: Site;
  readonly code: string;
  readonly sources: ReadonlyMap<string, SourceEntry>;
  readonly translations: ReadonlyMap<string, TranslationEntry> | undefined;
  readonly panels: Panels;
}): Links {
  const { site, code, sources, translations, panels } = input;
  const links = new Map<string, LinkTarget>();
  for (const entry of sources.values()) {
    const own = translations?.get(entry.id);
    const at = SINGLE.has(entry.type) ? site.defaultLocale : code;
    const english =
      at === site.defaultLocale
        ? []
        : (["name", "tagline"] as const).filter((field) => entry[field] && !own?.[field]);
    const link: ToolLink = {
      slug: entry.type === "pages" ? "" : entry.fixed.slug,
      name: own?.name || entry.name,
      tagline: own?.tagline || entry.tagline,
      path: linkTo(site, code, at, routeOf(entry)),
      ...(entry.type === "tools" && {
        panel: entry.fixed.panel,
        preset: entry.fixed.preset,
        available: isAvailable(panels, entry),
      }),
      ...(english.length > 0 && { english }),
    };
    links.set(entry.id, {
      link,
      key: `${link.name}\n${link.tagline}\n${link.path}\n${link.available}\n${link.panel}/${link.preset}\n${english.join()}\n`,
    });
  }
  return links;
}

function groupsOf(
  sources: ReadonlyMap<string, SourceEntry>,
  links: Links,
  slugs?: readonly string[],
): ToolGroup[] {
  const entries = slugs ? slugs.map((slug) => sources.get(`tools/${slug}`)) : [...sources.values()];
  const tools = entries.filter((entry) => entry?.type === "tools");
  return GROUPS.map((id) => ({
    id,
    tools: tools
      .filter((entry) => entry.fixed.group === id)
      .map((entry) => links.get(entry.id)!.link),
  })).filter(({ tools: { length } }) => length > 0);
}

const OF_ACCOUNTS: readonly (string | undefined)[] = [
  "pricing",
  "subscription",
  "history",
  "settings",
];
const needsAccount = (entry: SourceEntry): boolean =>
  entry.type === "tools" ? entry.fixed.cost !== "free" : OF_ACCOUNTS.includes(kindOf(entry));

export function navigationOf(
  config: Config,
  sources: ReadonlyMap<string, SourceEntry>,
  links: Links,
): Navigation {
  const linkOf = ({ id }: SourceEntry): PageLink => {
    const { name, path } = links.get(id)!.link;
    return { name, path };
  };
  const ofType = (type: string): PageLink[] =>
    [...sources.values()].filter((entry) => entry.type === type).map(linkOf);
  const pricing = [...sources.values()].find((entry) => kindOf(entry) === "pricing");
  const pricingLink = pricing && links.get(pricing.id)?.link;
  const pages = [...sources.values()].filter((entry) => kindOf(entry) === "page");
  return {
    groups: groupsOf(sources, links, config.navigation.tools),
    policies: ofType("policies"),
    voices: ofType("voices"),
    pricing: pricingLink ? { name: pricingLink.name, path: pricingLink.path } : null,
    ...(pages.length > 0 && { pages: pages.map(linkOf) }),
    ...(![...sources.values()].some(needsAccount) && { accounts: false as const }),
  };
}

interface ShownInput {
  readonly entry: SourceEntry;
  readonly config: Config;
  readonly panels: Panels;
  readonly links: Links;
  readonly sources: ReadonlyMap<string, SourceEntry>;
}

/** Fields common to all pages, and fields from their files. */
type Frame = keyof PageBase | "kind" | "steps" | "features" | "faq";
/** Fields of a page's file that a page without one gets from elsewhere. */
type FileFields = "modified" | "name" | "title" | "description" | "heading" | "tagline";
type ShownOn<Each extends Page> = Each extends Page
  ? {
      readonly kind: Each["kind"];
      readonly shown: Omit<Each, Frame> & Partial<Pick<PageBase, FileFields>>;
    }
  : never;
/** Data that a page shows in addition to its own texts: the rest of its payload, by kind. */
export type Shown = ShownOn<Page>;

/**
 * A key that changes whenever the result of `shownOf` changes, without computing the result for
 * tools.
 */
export function shownKey(input: ShownInput): string {
  const { entry, links } = input;
  if (entry.type !== "tools") return JSON.stringify(shownOf(input));
  let key = JSON.stringify(toolFacts(entry, input));
  for (const slug of entry.fixed.related) key += links.get(`tools/${slug}`)?.key;
  return key;
}

/** Whether a tool is available: its panel is finished and has its preset. */
export function isAvailable(
  panels: Panels,
  { fixed: { panel, preset } }: EntryOf<"tools">,
): boolean {
  const found = panels[panel];
  return found?.available === true && !found.building?.includes(preset);
}

const toolFacts = (entry: EntryOf<"tools">, { config, panels }: ShownInput) => ({
  rating: entry.fixed.rating ?? (config.seo.defaultRating || null),
  available: isAvailable(panels, entry),
});

export function shownOf(input: ShownInput): Shown {
  const { entry, links, sources } = input;
  switch (entry.type) {
    case "tools":
      return {
        kind: "tool",
        shown: {
          ...entry.fixed,
          ...toolFacts(entry, input),
          related: entry.fixed.related
            .map((slug) => links.get(`tools/${slug}`)?.link)
            .filter((link) => link !== undefined),
        },
      };
    case "voices":
      return {
        kind: "voice",
        shown: {
          ...entry.fixed,
          voices: [...sources.values()]
            .filter(({ type, id }) => type === "voices" && id !== entry.id)
            .map(({ id }) => links.get(id)!.link),
        },
      };
    case "policies":
      return {
        kind: "policy",
        shown: {
          ...entry.fixed,
          policies: [...sources.values()]
            .filter(({ type }) => type === "policies")
            .map(({ id }) => ({ name: links.get(id)!.link.name, path: links.get(id)!.link.path })),
        },
      };
    case "pages":
      return shownOnPage(entry, input);
  }
}

/** Available tools in the order of their groups, with prices. */
const pricedTools = (
  sources: ReadonlyMap<string, SourceEntry>,
  links: Links,
): readonly PricedTool[] =>
  GROUPS.flatMap((group) =>
    [...sources.values()].flatMap((entry) => {
      if (entry.type !== "tools" || entry.fixed.group !== group) return [];
      const { name, path, available } = links.get(entry.id)!.link;
      return available ? [{ name, path, cost: entry.fixed.cost }] : [];
    }),
  );

function shownOnPage({ fixed }: EntryOf<"pages">, { config, links, sources }: ShownInput): Shown {
  const { kind } = fixed;
  switch (kind) {
    case "home":
      return { kind, shown: { ...fixed, groups: groupsOf(sources, links) } };
    case "pricing": {
      const pricing = {
        currency: config.plans.currency,
        dailyCredits: config.credits.daily,
        plans: config.plans.list,
        packs: config.credits.packs,
      };
      return { kind, shown: { ...fixed, pricing, tools: pricedTools(sources, links) } };
    }
    case "page": {
      const { layout = "columns", sections = ["body", "features", "faq"] } = fixed;
      const groups = sections.includes("tools") ? groupsOf(sources, links) : [];
      return { kind, shown: { ...fixed, layout, sections, groups } };
    }
    default:
      return { kind, shown: { ...fixed } };
  }
}
