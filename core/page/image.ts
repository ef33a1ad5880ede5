import type { Page } from "./page.ts";
import { type Site, siteLocale } from "../site/site.ts";

/** Pixels of a page's image for sharing. */
export const IMAGE_WIDTH = 1200;
export const IMAGE_HEIGHT = 630;

/** The image's name: it lies beside the page's HTML. */
export const IMAGE_FILE = "_image.png";

type Shared = Pick<Page, "kind" | "locale" | "route">;

/** Address of a page's image for sharing; nothing where the site or the page has none. */
export function imageUrlOf(site: Site, { kind, locale, route }: Shared): string | undefined {
  if (!site.images || kind === "error") return undefined;
  const { origin, prefix } = siteLocale(site, locale);
  return `${origin}${prefix}${route === "/" ? "" : route}/${IMAGE_FILE}`;
}

/** What a page's image says: the name of a tool, or else the heading. */
export const imageWords = ({ kind, name, heading }: Pick<Page, "kind" | "name" | "heading">) =>
  kind === "tool" ? name : heading;
