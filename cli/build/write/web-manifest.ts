import { PROJECT_ENDING } from "#core/tools/project-ending.ts";
import { type Site, type SiteLocale, pathOf, siteLocale } from "#core/site/site.ts";
import type { Plan } from "../plan/plan.ts";

/** Maximum number of shortcuts that operating systems show. */
const SHORTCUTS = 4;
const PAPER = "#FAF7F1";

/** Types of files that operating systems open with the application, with their extensions. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  "audio/aac": [".aac"],
  "audio/aiff": [".aif", ".aiff"],
  "audio/flac": [".flac"],
  "audio/mp4": [".m4a"],
  "audio/mpeg": [".mp3"],
  "audio/ogg": [".oga", ".ogg", ".opus"],
  "audio/wav": [".wav"],
  "video/mp4": [".m4v", ".mp4"],
  "video/quicktime": [".mov"],
  "video/webm": [".webm"],
  "video/x-matroska": [".mkv"],
};

/** Path of a locale's manifest in `dist/`, to which its pages link. */
export function manifestFile({ code, domain, prefix }: SiteLocale): string {
  const folder = domain === undefined ? prefix.slice(1) : code;
  return `${folder && `${folder}/`}manifest.webmanifest`;
}

/**
 * Manifest of the application in a locale. It is one application in all languages: its name and
 * start page follow the page from which it is installed.
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
    share_target: shareTargetOf(plan, code),
    file_handlers: [
      { action: `${pathOf(site, code, "/")}?shared`, accept: TYPES },
      ...projectHandlersOf(plan, code),
    ],
  });
}

const toolsOf = ({ navigation }: Plan, code: string) =>
  navigation
    .get(code)!
    .value.groups.flatMap(({ tools }) => tools.filter(({ available }) => available));

/** Projects are opened by the editor, in the workspace over its page. */
const projectHandlersOf = (plan: Plan, code: string) =>
  toolsOf(plan, code)
    .filter(({ panel, preset }) => panel === "editor" && preset === "edit")
    .slice(0, 1)
    .map(({ path }) => ({
      action: `${path}?from=workspace`,
      accept: { "application/x-audio-project": [PROJECT_ENDING] },
    }));

/**
 * Files that other applications share are opened by the home page, which analyzes them and suggests
 * tools; shared links by the download tool, if links are enabled. The service worker receives both
 * (`runtime/service-worker/shared-files.ts`).
 */
function shareTargetOf(plan: Plan, code: string) {
  const { config, site } = plan;
  const tool = toolsOf(plan, code).find(({ slug }) => slug === "audio-downloader");
  const takesLinks = config.links.enabled && tool !== undefined;
  return {
    action: `${pathOf(site, code, "/")}?shared${takesLinks ? `&links=${tool.path}` : ""}`,
    method: "POST",
    enctype: "multipart/form-data",
    params: {
      files: [{ name: "files", accept: ["audio/*", "video/*", ...Object.values(TYPES).flat()] }],
      ...(takesLinks && { url: "link", text: "shared" }),
    },
  };
}

/** The default locale starts at the page that detects the visitor's language. */
const startOf = (site: Site, code: string): string =>
  code === site.defaultLocale ? "/" : pathOf(site, code, "/");

/** Available tools, one of each group before a second one of any group. */
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
