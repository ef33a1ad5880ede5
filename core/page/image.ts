import type { Page } from "./page.ts";
import { type Site, siteLocale } from "../site/site.ts";

/** Size of a page's sharing image in pixels. */
export const IMAGE_WIDTH = 1200;
export const IMAGE_HEIGHT = 630;

/** File name of the image, in the same folder as the page's HTML. */
export const IMAGE_FILE = "_image.png";

type Shared = Pick<Page, "kind" | "locale" | "route">;

/** URL of a page's sharing image; undefined if the site or the page has none. */
export function imageUrlOf(site: Site, { kind, locale, route }: Shared): string | undefined {
  if (!site.images || kind === "error") return undefined;
  const { origin, prefix } = siteLocale(site, locale);
  return `${origin}${prefix}${route === "/" ? "" : route}/${IMAGE_FILE}`;
}

/** Text in a page's image: the name of a tool, or the heading of another page. */
export const imageWords = ({ kind, name, heading }: Pick<Page, "kind" | "name" | "heading">) =>
  kind === "tool" ? name : heading;
