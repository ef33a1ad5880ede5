import type { AppData, BuildMeta, LatestBuild } from "#core/page/app-data.ts";
import { servicesOf } from "#core/site/config.ts";
import { createPathFilter } from "#core/page/path-filter.ts";
import type { Bundle } from "../bundle/bundle.ts";
import type { Plan } from "../plan/plan.ts";
import { pathOfFile } from "./removed-pages.ts";
import { pageTest, redirectRules } from "./redirect-rules.ts";

/** `app/<code>.json`: site data of a locale for the application. */
export function appDataOf(
  { site, config, navigation, entries }: Plan,
  code: string,
  { models, speech, translation }: Pick<AppData, "models" | "speech" | "translation">,
): AppData {
  const shared = navigation.get(code)!.value;
  return {
    site,
    navigation: shared,
    services: servicesOf(config),
    models,
    speech,
    ...(translation !== undefined && { translation }),
    dailyCredits: config.credits.daily,
    sale: { currency: config.plans.currency, packs: config.credits.packs },
    refreshMinutes: config.navigation.refreshMinutes,
    tools: shared.groups.flatMap(({ id: group, tools }) =>
      tools.flatMap(({ available = false, ...link }) => {
        const entry = entries.get(`tools/${link.slug}`);
        if (entry?.type !== "tools") return [];
        const { menu, panel, preset, cost } = entry.fixed;
        return { ...link, menu, panel, preset, cost, group, available };
      }),
    ),
  };
}

/** Routes of all pages, once for all locales, and the paths of the home pages. */
export const prerenderedRoutes = ({ pages }: Plan): string[] => [
  ...new Set(
    pages.flatMap(({ entry, route, out }) =>
      entry === null ? [] : [route === "/" ? pathOfFile(out) : route],
    ),
  ),
];

/** `builds/meta/{id}.json`: data of a build for client-side navigation. */
export function buildMetaOf(
  plan: Plan,
  { id, timestamp }: LatestBuild,
  bundle: Pick<Bundle, "assets" | "files" | "offline">,
): BuildMeta {
  const assets = Object.values(bundle.assets);
  return {
    id,
    timestamp,
    prerendered: createPathFilter(prerenderedRoutes(plan)),
    routeRules: Object.fromEntries(
      redirectRules(plan.config, pageTest(plan)).flatMap(({ from, to, status }) =>
        to === undefined ? [] : [[from, { redirect: { to, statusCode: status } }]],
      ),
    ),
    assets: Object.keys(bundle.files).filter((file) => file.startsWith("assets/")),
    scripts: [...new Set(assets.flatMap(({ scripts }) => scripts))],
    styles: Object.fromEntries(
      Object.entries(bundle.assets).map(([kind, { styles }]) => [kind, styles]),
    ),
    offline: bundle.offline,
  };
}
