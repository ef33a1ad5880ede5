import type { BrowserServices } from "../site/config.ts";
import type { Group } from "../tools/menu.ts";
import type { OfferedModel } from "../models/offered.ts";
import type { Cost, ToolLink } from "./page.ts";
import type { Navigation } from "./render.ts";
import type { Site } from "../site/site.ts";

/** A tool as the workspace lists it. */
export interface WorkspaceTool extends ToolLink {
  /** Entry of the side menu, see core/tools/menu.ts. */
  readonly menu: string;
  readonly panel: string;
  readonly preset: string;
  readonly cost: Cost;
  readonly group: Group;
  /** Whether its panel has been built. */
  readonly available: boolean;
}

/** Where the browser finds what the built-in voice needs: folders of the site, with a slash at the end. */
export interface SpeechFolders {
  /** The program that speaks, with its data. */
  readonly espeak: string;
  /** The dictionary that Japanese is read by. */
  readonly japanese: string;
}

/** What the application knows of the site in a locale: `app/<code>.json`. */
export interface AppData {
  readonly site: Site;
  readonly navigation: Navigation;
  readonly tools: readonly WorkspaceTool[];
  readonly services: BrowserServices;
  /** Nets that visitors may bring onto their devices. */
  readonly models: readonly OfferedModel[];
  /** Null: the site has no voice. */
  readonly speech: SpeechFolders | null;
  /** Folder of the program that translates; missing: the site offers no pair of languages. */
  readonly translation?: string;
  /** Credits of a daily claim, of which the first comes with an account. */
  readonly dailyCredits: number;
  /** Minutes between two looks for a newer build. */
  readonly refreshMinutes: number;
}

/** `builds/latest.json` */
export interface LatestBuild {
  readonly id: string;
  /** Epoch milliseconds of the newest content. */
  readonly timestamp: number;
}

/** `builds/meta/{id}.json` */
export interface BuildMeta extends LatestBuild {
  /** Paths of all pages. */
  readonly prerendered: readonly string[];
  readonly routeRules: Readonly<
    Record<string, { readonly redirect?: { readonly to: string; readonly statusCode: number } }>
  >;
  /** Published files of scripts and styles. */
  readonly assets: readonly string[];
  /** Addresses of the script that starts every page. */
  readonly scripts: readonly string[];
  /** Addresses of the stylesheets of a kind of page. */
  readonly styles: Readonly<Record<string, readonly string[]>>;
  readonly offline: OfflineFiles;
}

/** Addresses of what a browser keeps, so that pages and tools work without a connection. */
export interface OfflineFiles {
  /** What every page and every tool needs. */
  readonly shared: readonly string[];
  /** What the tools of a panel need beside it, by the panel's id; its texts by `<id>/<locale>`. */
  readonly panels: Readonly<Record<string, readonly string[]>>;
}
