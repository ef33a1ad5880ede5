import { type Site, type SiteLocale, pathOf, siteLocale } from "#core/site/site.ts";
import type { Plan } from "../plan/plan.ts";

/** As many as a system's menu shows. */
const SHORTCUTS = 4;
const PAPER = "#FAF7F1";

/** Where a locale's manifest lies in `dist/`; its pages link to it. */
export function manifestFile({ code, domain, prefix }: SiteLocale): string {
  const folder = domain === undefined ? prefix.slice(1) : code;
  return `${folder && `${folder}/`}manifest.webmanifest`;
}

/**
 * The application as a locale's pages offer it. It is one application in every language: what it is
 * called in and where it starts follow the page from which it is opened.
 */
export function webManifest(plan: Plan, code: string, description: string): string {
  const { site } = plan;
  const { language, dir } = siteLocale(site, code);
  return JSON.stringify({
    id: "/",
    name: site.name,
    short_name: site.name,
    description,
    lang: language,
    dir,
    start_url: startOf(site, code),
    scope: "/",
    display: "standalone",
    background_color: PAPER,
    theme_color: PAPER,
    categories: ["music", "productivity", "utilities"],
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: shortcutsOf(plan, code),
    ...shareTargetOf(plan, code),
  });
}

/** Links that other applications share go to the tool that saves what is behind them, where links are on. */
function shareTargetOf({ config, navigation }: Plan, code: string) {
  const { groups } = navigation.get(code)!.value;
  const ready = groups.flatMap(({ tools }) => tools).filter(({ available }) => available);
  const tool = ready.find(({ slug }) => slug === "audio-downloader");
  if (!config.links.enabled || !tool) return {};
  const params = { url: "link", text: "shared" };
  return { share_target: { action: tool.path, method: "GET", params } };
}

/** The default locale starts where the visitor's language is looked up. */
const startOf = (site: Site, code: string): string =>
  code === site.defaultLocale ? "/" : pathOf(site, code, "/");

/** Tools that work, one of each group before a second of any. */
function shortcutsOf({ navigation }: Plan, code: string) {
  const { groups } = navigation.get(code)!.value;
  const ready = groups.map(({ tools }) => tools.filter(({ available }) => available));
  const rounds = Math.max(0, ...ready.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, at) => ready.flatMap((tools) => tools[at] ?? []))
    .flat()
    .slice(0, SHORTCUTS)
    .map(({ name, tagline, path }) => ({
      name,
      ...(tagline && { description: tagline }),
      url: path,
      icons: [{ src: "/icon-192.png", sizes: "192x192", type: "image/png" }],
    }));
}
