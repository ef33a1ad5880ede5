import type { BrowserServices } from "../site/config.ts";
import type { Group } from "../tools/menu.ts";
import type { OfferedModel } from "../models/offered.ts";
import type { Cost, Pricing, ToolLink } from "./page.ts";
import type { Navigation } from "./render.ts";
import type { Site } from "../site/site.ts";
import type { PathFilter } from "./path-filter.ts";

export interface WorkspaceTool extends ToolLink {
  /** Entry of the side menu, see core/tools/menu.ts. */
  readonly menu: string;
  readonly panel: string;
  readonly preset: string;
  readonly cost: Cost;
  readonly group: Group;
  /** Whether its panel exists. */
  readonly available: boolean;
}

/** Resources of the built-in voice: folders on the site, with a trailing slash. */
export interface SpeechFolders {
  /** The speech synthesizer and its data. */
  readonly espeak: string;
  /** The dictionary for reading Japanese. */
  readonly japanese: string;
}

/** Data of the site in a locale for the application: `app/<code>.json`. */
export interface AppData {
  readonly site: Site;
  readonly navigation: Navigation;
  readonly tools: readonly WorkspaceTool[];
  readonly services: BrowserServices;
  readonly models: readonly OfferedModel[];
  /** Null: the site has no voice. */
  readonly speech: SpeechFolders | null;
  /** Folder of the translation program; undefined: the site offers no language pairs. */
  readonly translation?: string;
  /** Credits of a daily claim; the first one comes with the account. */
  readonly dailyCredits: number;
  /** Credit packs for sale. */
  readonly sale: Pick<Pricing, "currency" | "packs">;
  /** Minutes between two checks for a newer build. */
  readonly refreshMinutes: number;
}

/** `builds/latest.json`. */
export interface LatestBuild {
  readonly id: string;
  /** Epoch milliseconds of the newest content. */
  readonly timestamp: number;
}

/** `builds/meta/{id}.json`. */
export interface BuildMeta extends LatestBuild {
  /** Routes of all pages, and the paths of the home pages. */
  readonly prerendered: PathFilter;
  readonly routeRules: Readonly<
    Record<string, { readonly redirect?: { readonly to: string; readonly statusCode: number } }>
  >;
  readonly assets: readonly string[];
  /** URLs of the entry script of every page. */
  readonly scripts: readonly string[];
  /** URLs of the stylesheets, by page kind. */
  readonly styles: Readonly<Record<string, readonly string[]>>;
  readonly offline: OfflineFiles;
}

/** URLs of the files that a browser caches, so that pages and tools work offline. */
export interface OfflineFiles {
  /** Files that all pages and tools need. */
  readonly shared: readonly string[];
  /** Additional files by panel id; message files by `<id>/<locale>`. */
  readonly panels: Readonly<Record<string, readonly string[]>>;
}
