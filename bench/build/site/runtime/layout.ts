import type { MessageTree } from "#core/page/render.ts";

export interface LayoutLink {
  readonly label: string;
  readonly slug: string;
}
/** Labels and links of a locale, as `locales/<code>/site.json` has them. */
export interface LayoutText {
  readonly brand: string;
  readonly langLabel: string;
  readonly navLabel: string;
  readonly nav: Readonly<Record<string, LayoutLink>>;
  readonly footer: Readonly<
    Record<
      string,
      { readonly heading: string; readonly links: Readonly<Record<string, LayoutLink>> }
    >
  >;
  readonly stepsTitle: string;
  readonly featuresTitle: string;
  readonly faqTitle: string;
  readonly relatedTitle: string;
  readonly legal: string;
  readonly workspace: WorkspaceText;
}
export interface WorkspaceText {
  readonly pick: string;
  readonly play: string;
  readonly pause: string;
  readonly none: string;
  readonly hint: string;
  readonly reset: string;
}

export const layoutOf = (messages: MessageTree | string | undefined): LayoutText =>
  messages as unknown as LayoutText;
