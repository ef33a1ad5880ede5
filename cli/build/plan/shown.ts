import type { Config } from "../../../core/site/config.ts";
import type { Group } from "../../../core/tools/menu.ts";
import { GROUPS } from "../../../core/tools/menu.ts";
import type { PageKind, PageLink, ToolGroup, ToolLink } from "../../../core/page/page.ts";
import type { Navigation } from "../../../core/page/render.ts";
import type { Site } from "../../../core/site/site.ts";
import { linkTo } from "../../../core/site/site.ts";
import type { Entry } from "../load/entry.ts";
import { kindOf, routeOf } from "../load/entry.ts";
import type { Panels } from "../load/load.ts";

/** Content types that exist in the default locale alone. */
export const SINGLE: ReadonlySet<string> = new Set(["policies", "voices"]);

/** A page as others link to it, and the same as one text. */
interface LinkTarget {
  readonly link: ToolLink;
  readonly key: string;
}
export type Links = ReadonlyMap<string, LinkTarget>;

/** Name, tagline and path of every page in a locale, by id. */
export function linksOf(input: {
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
    const english =
      at === site.defaultLocale
        ? []
        : (["name", "tagline"] as const).filter((field) => entry[field] && !own?.[field]);
    const link: ToolLink = {
      slug: (entry.fixed!["slug"] as string | undefined) ?? "",
      name: own?.name || entry.name,
      tagline: own?.tagline || entry.tagline,
      path: linkTo(site, code, at, routeOf(entry)),
      ...(entry.type === "tools" && {
        available: isAvailable(panels, entry.fixed!),
      }),
      ...(english.length > 0 && { english }),
    };
    links.set(entry.id, {
      link,
      key: `${link.name}\n${link.tagline}\n${link.path}\n${link.available}\n${english.join()}\n`,
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

export function navigationOf(
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
export function shownKey(input: ShownInput): string {
  const { kind, entry, links } = input;
  if (kind !== "tool") return JSON.stringify(shownOf(input));
  let key = JSON.stringify(toolFacts(input));
  for (const slug of entry.fixed!["related"] as string[]) key += links.get(`tools/${slug}`)?.key;
  return key;
}

type Fixed = NonNullable<Entry["fixed"]>;

/** Whether a tool works: its panel has been built, with its preset. */
function isAvailable(panels: ShownInput["panels"], fixed: Fixed): boolean {
  const { panel, preset } = fixed as { panel: string; preset: string };
  const found = panels[panel];
  return found?.available === true && !found.building?.includes(preset);
}

function toolFacts({ entry, config, panels }: ShownInput): Record<string, unknown> {
  const { rating, slug } = entry.fixed as { rating?: object; slug: string };
  return {
    rating: rating ?? (config.seo.defaultRating || null),
    available: isAvailable(panels, entry.fixed!),
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
