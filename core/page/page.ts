import type { Group } from "../tools/menu.ts";
import type { PAGE_LAYOUTS, PAGE_PARTS } from "./content.ts";

export interface TextItem {
  readonly title: string;
  readonly text: string;
}
export interface Question {
  readonly question: string;
  readonly answer: string;
}
export interface Rating {
  readonly value: number;
  readonly count: number;
  readonly reviews: number;
}
/** A link to another page in the reader's locale. */
export interface PageLink {
  readonly name: string;
  readonly path: string;
}
export interface ToolLink extends PageLink {
  readonly slug: string;
  readonly tagline: string;
  /** Panel and preset of a tool; undefined for other pages. */
  readonly panel?: string;
  readonly preset?: string;
  /** Whether its panel exists; undefined if irrelevant. */
  readonly available?: boolean;
  /** Texts that are in English on pages of another language; undefined if there are none. */
  readonly english?: readonly ("name" | "tagline")[];
}
export interface ToolGroup {
  readonly id: Group;
  readonly tools: readonly ToolLink[];
}

export type Cost = "free" | 1 | 2 | 3;

/**
 * Fields of all pages. They are plain JSON, because they are also the payload of client navigation.
 */
export interface PageBase {
  /** Content type and slug: `tools/audio-trimmer`. */
  readonly id: string;
  readonly locale: string;
  /** Path without locale: `/audio-trimmer`. */
  readonly route: string;
  /** Path in this locale. */
  readonly path: string;
  /** Locales in which this page is translated, or its only locale: the page's alternates. */
  readonly locales: readonly string[];
  /** False if the page shows English text in another locale. */
  readonly translated: boolean;
  /** Sections shown in English because the translation lacks them. */
  readonly untranslated: readonly string[];
  /** False for account pages, error pages and untranslated pages. */
  readonly indexable: boolean;
  /** YYYY-MM-DD. */
  readonly modified: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly tagline: string;
  readonly html: string;
}

export interface ToolPage extends PageBase {
  readonly kind: "tool";
  readonly slug: string;
  readonly menu: string;
  readonly panel: string;
  readonly preset: string;
  readonly cost: Cost;
  readonly group: Group;
  readonly rating: Rating | null;
  /** Numbers of the features that are limitations, starting at 1. */
  readonly limits?: readonly number[];
  readonly steps: readonly TextItem[];
  readonly features: readonly TextItem[];
  readonly faq: readonly Question[];
  readonly related: readonly ToolLink[];
  /** False while the tool's panel does not exist. */
  readonly available: boolean;
}
export interface HomePage extends PageBase {
  readonly kind: "home";
  readonly features: readonly TextItem[];
  readonly faq: readonly Question[];
  readonly groups: readonly ToolGroup[];
}
export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly creditsPerMonth: number;
  /** Prices in the currency's main unit. */
  readonly monthly: number;
  readonly yearly: number;
}
export interface Pack {
  readonly id: string;
  readonly credits: number;
  readonly price: number;
}
export interface Pricing {
  /** ISO 4217. */
  readonly currency: string;
  readonly dailyCredits: number;
  readonly plans: readonly Plan[];
  readonly packs: readonly Pack[];
}
export interface PricedTool extends PageLink {
  readonly cost: Cost;
}
export interface PricingPage extends PageBase {
  readonly kind: "pricing";
  readonly features: readonly TextItem[];
  readonly faq: readonly Question[];
  readonly pricing: Pricing;
  readonly tools: readonly PricedTool[];
}
export interface VoicePage extends PageBase {
  readonly kind: "voice";
  readonly slug: string;
  /** BCP 47 language of the voice. */
  readonly language: string;
  readonly style: string;
  readonly sample: string;
  readonly features: readonly TextItem[];
  readonly faq: readonly Question[];
  readonly voices: readonly ToolLink[];
}
export interface PolicyPage extends PageBase {
  readonly kind: "policy";
  readonly policies: readonly PageLink[];
}
/** Any other page, with the sections of its choice in its own order. */
export interface GeneralPage extends PageBase {
  readonly kind: "page";
  readonly layout: (typeof PAGE_LAYOUTS)[number];
  readonly sections: readonly (typeof PAGE_PARTS)[number][];
  readonly features: readonly TextItem[];
  readonly faq: readonly Question[];
  /** Empty if no section shows tools. */
  readonly groups: readonly ToolGroup[];
}
/** Pages with account data: rendered as a frame that the browser fills. */
export interface AccountPage extends PageBase {
  readonly kind: "subscription" | "history" | "settings" | "podcast";
}
/** One file for all locales, localized in the browser. */
export interface ErrorPage extends PageBase {
  readonly kind: "error";
  /** `offline`: shown by the service worker for pages that are not cached. */
  readonly status: 404 | 500 | "offline";
}
/** A tool by itself, in a frame of another site. */
export interface EmbedPage extends PageBase {
  readonly kind: "embed";
  readonly tool: EmbeddedTool;
  /** Origins of the sites that may show it. */
  readonly origins: readonly string[];
}
export interface EmbeddedTool {
  readonly slug: string;
  readonly panel: string;
  readonly preset: string;
  /** Path of the tool's own page. */
  readonly path: string;
}
/** Shared controls in all their states; built only during development. */
export interface KitchenSinkPage extends PageBase {
  readonly kind: "kitchen-sink";
}

export type Page =
  | ToolPage
  | HomePage
  | PricingPage
  | VoicePage
  | PolicyPage
  | GeneralPage
  | AccountPage
  | ErrorPage
  | EmbedPage
  | KitchenSinkPage;
export type PageKind = Page["kind"];
