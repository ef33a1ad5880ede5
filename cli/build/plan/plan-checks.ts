import { type Problem, problem } from "#core/errors/errors.ts";
import { type Config, siteOf } from "#core/site/config.ts";
import { compilePattern } from "../../preview/rules/path-pattern.ts";
import { TOOL_MENU_IDS } from "#core/tools/menu.ts";
import { findSimilar } from "#core/errors/similar.ts";
import {
  type AnyEntry,
  type AnySourceEntry,
  type SoundFields,
  type TranslationEntry,
  routeOf,
} from "../load/entry.ts";
import type { Panels } from "../load/load.ts";
import { embedObstacle } from "#core/tools/embeddable.ts";
import { checkHome, checkLayouts } from "./check-pages.ts";
import type { ContentIndex } from "./content-index.ts";
import { SINGLE } from "./shown.ts";

type Concerns = (entry: AnyEntry) => boolean;

export interface PlanCheckOptions {
  /** Limits the checks to some files; configuration problems are always reported. */
  readonly concerns?: Concerns;
  /** Addresses of unpublished pages. */
  readonly drafts?: ReadonlySet<string>;
}

/** Problems between pages. Files with errors are included with their readable parts. */
export const checkPlan = (
  { entries, translations }: ContentIndex,
  panels: Panels,
  config: Config,
  { concerns: givenFilter, drafts = new Set() }: PlanCheckOptions = {},
): Problem[] => {
  const concerns = givenFilter ?? (() => true);
  return [
    // Site-wide problems are not reported for single files.
    ...(givenFilter ? [] : [...checkHome(entries, drafts), ...checkEmbedded(entries, config)]),
    ...checkLayouts(entries, concerns),
    ...checkAddresses(entries, config, concerns),
    ...checkTools(entries, panels, config, { concerns, drafts }),
    ...checkTranslations(entries, translations, concerns),
    ...checkLinks(entries, translations, { concerns, drafts }),
    ...checkRedirects(config, entries),
  ];
};

/** Addresses of all pages, including those that pages would have by an invalid field. */
const routesOf = (sources: ReadonlyMap<string, AnySourceEntry>): Set<string> =>
  new Set(
    [...sources.values()].flatMap((entry) => [routeOf(entry), ...(entry.faults?.addresses ?? [])]),
  );

/** Key of an address on case-insensitive or normalizing file systems and servers. */
const addressKey = (route: string): string => route.normalize("NFC").toLowerCase();

/** Addresses of the build's own files and of server endpoints. */
const RESERVED = [
  "/api",
  "/app",
  "/assets",
  "/audio",
  "/builds",
  "/embed",
  "/healthz",
  "/igweb",
  "/kitchen-sink",
  "/locales",
  "/metrics",
  "/readyz",
  "/404",
  "/404.html",
  "/500",
  "/500.html",
  "/offline",
  "/offline.html",
  "/robots.txt",
  "/service-worker.js",
];

/** Index page names of servers, and device names reserved by Windows. */
const RESERVED_NAME = /^(?:index|con|prn|aux|nul|com\d|lpt\d)$/;

/** Why a path is reserved, apart from addresses in use. */
const reservedName = (path: string): string | undefined =>
  path.split("/").some((name) => RESERVED_NAME.test(name.replace(/\..*/s, "")))
    ? "a name that servers or file systems keep for themselves"
    : undefined;

function checkAddresses(
  sources: ReadonlyMap<string, AnySourceEntry>,
  config: Config,
  concerns: Concerns,
): Problem[] {
  const taken = new Map<string, string>(
    RESERVED.map((path) => [path, "the build's or the server's own files"]),
  );
  const kinds = new Map<string, string>();
  // Reserved even if the locale has no prefix now: `/en` also leads to the home page.
  for (const { code, name } of config.locales) taken.set(`/${code}`, `the pages in ${name}`);
  return [...sources.values()].flatMap((entry) => {
    const { file, type, faults } = entry;
    const field = type === "pages" ? "path" : "slug";
    const path = faults?.fields.includes(field) ? undefined : routeOf(entry);
    const kind = entry.type === "pages" ? entry.fixed.kind : undefined;
    const isGeneral = kind === "page";
    const other =
      path === undefined
        ? undefined
        : (taken.get(addressKey(path)) ?? reservedName(addressKey(path)));
    const same = kind === undefined ? undefined : kinds.get(kind);
    if (path !== undefined) taken.set(addressKey(path), file);
    if (kind !== undefined && !isGeneral) kinds.set(kind, file);
    if (!concerns(entry)) return [];
    if (other !== undefined)
      return [problem("ADDRESS_TAKEN", { path: path!, other }, { file, field: [field] })];
    return same === undefined
      ? []
      : [problem("KIND_TAKEN", { kind: kind!, other: same }, { file, field: ["kind"] })];
  });
}

function checkTools(
  sources: ReadonlyMap<string, AnySourceEntry>,
  panels: Panels,
  config: Config,
  { concerns, drafts }: Required<PlanCheckOptions>,
): Problem[] {
  const problems: Problem[] = [];
  const slugs = [...sources.values()]
    .filter(({ type }) => type === "tools")
    .map(({ id }) => id.slice(6));
  const meant = new Set([...sources.values()].flatMap(({ faults }) => faults?.addresses ?? []));
  const isTool = (slug: string): boolean => sources.has(`tools/${slug}`) || meant.has(`/${slug}`);
  for (const entry of sources.values()) {
    if (entry.type !== "tools" || !concerns(entry)) continue;
    const { file, fixed } = entry;
    const { menu, panel, preset, related = [], slug }: SoundFields<"tools"> = fixed;
    if (menu !== undefined && !TOOL_MENU_IDS.includes(menu))
      problems.push(
        problem(
          "UNKNOWN_MENU",
          { id: menu, similar: findSimilar(menu, TOOL_MENU_IDS) },
          { file, field: ["menu"] },
        ),
      );
    const found = panel !== undefined && Object.hasOwn(panels, panel) ? panels[panel] : undefined;
    if (panel !== undefined && !found)
      problems.push(
        problem(
          "UNKNOWN_PANEL",
          { id: panel, similar: findSimilar(panel, Object.keys(panels)) },
          { file, field: ["panel"] },
        ),
      );
    if (found && preset !== undefined && !found.presets.includes(preset))
      problems.push(
        problem(
          "UNKNOWN_PRESET",
          { id: preset, panel: panel!, similar: findSimilar(preset, found.presets) },
          { file, field: ["preset"] },
        ),
      );
    related.forEach((other, index) => {
      const at = { file, field: ["related", index] };
      if (other === null) return;
      if (other === slug) problems.push(problem("RELATED_SELF", { slug }, at));
      else if (drafts.has(`/${other}`)) problems.push(problem("PAGE_DRAFT", { href: other }, at));
      else if (!isTool(other))
        problems.push(
          problem(
            "UNKNOWN_TOOL",
            {
              slug: other,
              similar: findSimilar(
                other,
                slugs.filter((known) => known !== slug),
              ),
            },
            at,
          ),
        );
    });
  }
  for (const slug of [
    ...(config.navigation.tools ?? []),
    ...config.seo.alwaysList,
    ...(config.embed.tools ?? []),
  ])
    if (!isTool(slug))
      problems.push(
        problem(
          "UNKNOWN_TOOL",
          { slug, similar: findSimilar(slug, slugs) },
          { file: "toolkit.config.ts", text: JSON.stringify(slug) },
        ),
      );
  return problems;
}

/** Reports listed tools that cannot run in a frame. */
const checkEmbedded = (
  sources: ReadonlyMap<string, AnySourceEntry>,
  { embed: { tools = [] } }: Config,
): Problem[] =>
  tools.flatMap((slug) => {
    const entry = sources.get(`tools/${slug}`);
    if (entry?.type !== "tools") return [];
    const { panel = "", preset = "" }: SoundFields<"tools"> = entry.fixed;
    const reason = embedObstacle(panel, preset);
    return reason === null
      ? []
      : problem(
          "EMBED_UNSUPPORTED",
          { slug, reason },
          { file: "toolkit.config.ts", text: JSON.stringify(slug) },
        );
  });

function checkTranslations(
  sources: ReadonlyMap<string, AnySourceEntry>,
  translations: ReadonlyMap<string, ReadonlyMap<string, TranslationEntry>>,
  concerns: Concerns,
): Problem[] {
  const problems: Problem[] = [];
  for (const byId of translations.values())
    for (const entry of byId.values()) {
      const { id, file } = entry;
      if (!sources.has(id) && concerns(entry))
        problems.push(
          problem("TRANSLATION_ORPHAN", { id, similar: findSimilar(id, sources.keys()) }, { file }),
        );
    }
  return problems;
}

function checkLinks(
  sources: ReadonlyMap<string, AnySourceEntry>,
  translations: ReadonlyMap<string, ReadonlyMap<string, TranslationEntry>>,
  { concerns, drafts }: Required<PlanCheckOptions>,
): Problem[] {
  const routes = routesOf(sources);
  const problems: Problem[] = [];
  const check = (entry: AnyEntry): void => {
    if (!concerns(entry)) return;
    const { file, links } = entry;
    for (const href of links) {
      const route = href.replace(/[?#].*$/s, "");
      if (!href.startsWith("/")) {
        const meant = `/${route.replace(/^(\.{0,2}\/)+|(\.md|\.html|\/)$/g, "")}`;
        problems.push(
          problem(
            "LINK_RELATIVE",
            { href, similar: routes.has(meant) ? meant : findSimilar(meant, routes) },
            { file, text: href },
          ),
        );
      } else if (drafts.has(route))
        problems.push(problem("PAGE_DRAFT", { href }, { file, text: href }));
      else if (!routes.has(route))
        problems.push(
          problem(
            "LINK_BROKEN",
            { href, similar: findSimilar(route, routes) },
            { file, text: href },
          ),
        );
    }
  };
  for (const entry of sources.values()) check(entry);
  for (const byId of translations.values()) for (const entry of byId.values()) check(entry);
  return problems;
}

function checkRedirects(config: Config, sources: ReadonlyMap<string, AnySourceEntry>): Problem[] {
  const routes = routesOf(sources);
  const prefixes = config.locales.map(({ code }) => `/${code}`);
  const leadsSomewhere = (to: string): boolean => {
    const path = to.replace(/[?#].*$/s, "").replace(/(.)\/$/, "$1");
    const prefix = prefixes.find((start) => path === start || path.startsWith(`${start}/`));
    return (
      routes.has(path) || (prefix !== undefined && routes.has(path.slice(prefix.length) || "/"))
    );
  };
  const broken = config.redirects.flatMap(({ from, to = "" }) =>
    to.startsWith("/") && !to.includes(":") && !leadsSomewhere(to)
      ? problem(
          "REDIRECT_BROKEN",
          { from, to },
          { file: "toolkit.config.ts", text: JSON.stringify(to) },
        )
      : [],
  );
  return [...broken, ...checkShadowed(config, sources)];
}

/** Reports redirects from page addresses: hosts differ in whether the page or the redirect wins. */
function checkShadowed(config: Config, sources: ReadonlyMap<string, AnySourceEntry>): Problem[] {
  if (config.redirects.length === 0) return [];
  const { locales } = siteOf(config);
  const pages = new Map<string, string>();
  for (const entry of sources.values())
    for (const { code, prefix, domain } of locales)
      if (domain === undefined && (code === config.defaultLocale || !SINGLE.has(entry.type)))
        pages.set(prefix + routeOf(entry).replace(/^\/$/, "") || "/", entry.file);
  return config.redirects.flatMap(({ from }, at): Problem[] => {
    const pattern = compilePattern(from);
    if ("problem" in pattern) return [];
    const path = decodeURI(from).replace(/(.)\/$/, "$1");
    const address =
      pattern.names.length === 0
        ? path
        : [...pages.keys()].find((each) => pattern.match(each) ?? pattern.match(`${each}/`));
    const file = address === undefined ? undefined : pages.get(address);
    if (file === undefined) return [];
    const what = `${address} is the address of a page, ${file}; hosts differ in which comes first`;
    return [
      problem(
        "CONFIG_INVALID",
        { path: `redirects.${at}.from`, expected: what },
        { file: "toolkit.config.ts", text: `from: ${JSON.stringify(from)}` },
      ),
    ];
  });
}
