import type { Config } from "#core/site/config.ts";
import type { ToolLink } from "#core/page/page.ts";
import type { Site } from "#core/site/site.ts";
import { embedObstacle } from "#core/tools/embeddable.ts";
import { digest } from "../../files/hash.ts";
import type { EntryOf, SourceEntry } from "../load/entry.ts";
import type { Panels } from "../load/load.ts";
import { outputOf } from "./output-of.ts";
import { type Links, type Shown, isAvailable } from "./shown.ts";

interface EmbedInput {
  readonly config: Config;
  readonly site: Site;
  readonly panels: Panels;
  readonly sources: ReadonlyMap<string, SourceEntry>;
  /** By locale. */
  readonly links: ReadonlyMap<string, Links>;
}

/** The tools that run in frames: those that the operator lists, else those that are free. */
function embeddedTools({ config, panels, sources }: EmbedInput): EntryOf<"tools">[] {
  const { origins, tools } = config.embed;
  if (origins.length === 0) return [];
  return [...sources.values()].filter(
    (entry): entry is EntryOf<"tools"> =>
      entry.type === "tools" &&
      isAvailable(panels, entry) &&
      embedObstacle(entry.fixed.panel, entry.fixed.preset) === null &&
      (tools ? tools.includes(entry.fixed.slug) : entry.fixed.cost === "free"),
  );
}

/** Page of each embedded tool in each language, without a content file. */
export function embedPages(input: EmbedInput) {
  const { config, site, links } = input;
  return embeddedTools(input).flatMap(({ fixed: { slug }, modified }) =>
    config.locales.map(({ code: locale }) => {
      const route = `/embed/${slug}`;
      const id = `embed/${slug}`;
      const { link } = links.get(locale)!.get(toolIdOf(id))!;
      return {
        id,
        kind: "embed" as const,
        locale,
        route,
        out: outputOf(site, locale, route),
        entry: null,
        translation: null,
        untranslated: [],
        isHollow: false,
        offersModel: false,
        labels: {},
        locales: [locale],
        modified,
        key: digest(JSON.stringify(shownInFrame(config, link))),
      };
    }),
  );
}

/** Id of the content of an embedded tool. @param id of its page in a frame */
export const toolIdOf = (id: string): string => id.replace(/^embed\//, "tools/");

/** What the page of an embedded tool shows, from the link to the tool's own page. */
export const shownInFrame = (
  { embed: { origins } }: Config,
  { slug, name, tagline, path, panel = "", preset = "" }: ToolLink,
): Shown => ({
  kind: "embed",
  shown: {
    name,
    title: name,
    heading: name,
    description: tagline,
    tool: { slug, panel, preset, path },
    origins,
  },
});
